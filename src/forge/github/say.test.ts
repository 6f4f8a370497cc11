// What the engine says and does on GitHub's posts: once, as itself, and no more than is missing.
import { beforeEach, expect, test } from 'vitest';

import { unpaced, type Octokit } from './client.ts';
import { markerOf, type OnPost, type OnPosts } from './on-posts.ts';
import { judgeHead } from './checks.ts';
import { labelPost, numberOf, openPost, reopenPost, sayOn, settlePost, type Speaker } from './say.ts';

interface Issue {
  readonly number: number;
  body: string;
  readonly user: { readonly login: string; readonly id: number };
  readonly labels: string[];
  readonly comments: { readonly id: number; body: string; readonly user: { login: string; id: number } }[];
  state: string;
  locked: boolean;
  /** The head of a pull request; null for an issue. */
  head: string | null;
}
const [ENGINE, ANA] = [
  { login: 'hall[bot]', id: 9 },
  { login: 'ana', id: 1 },
];
const refusal = (status: number, message = ''): Error => Object.assign(new Error(message), { status });

let issues: Issue[];
let checks: { id: number; name: string; app: number }[];
/** The checks as they were shown, one after another. */
let shown: Given[];
let asked: string[];
/** What GitHub answers to a request once, in place of what it would. */
let instead: Map<string, Error>;
let pauses: number;
const onPosts = new Map<string, OnPost>();

type Given = Readonly<Record<string, unknown>>;

/** GitHub's answers to the requests that the engine makes, over one list of issues. */
const answers: Readonly<Record<string, (issue: Issue, given: Given) => unknown>> = {
  'POST /repos/{owner}/{repo}/issues': (_, { body, labels }) => {
    const issue = newIssue({ body: String(body), labels: labels as string[], user: ENGINE });
    return issue;
  },
  'GET /repos/{owner}/{repo}/issues': (_, { labels }) =>
    issues.filter((one) => one.labels.includes(String(labels))),
  'GET /repos/{owner}/{repo}/issues/{issue_number}': (issue) => issue,
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': (issue, { state }) => Object.assign(issue, { state }),
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/lock': (issue) => Object.assign(issue, { locked: true }),
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (issue) => issue.comments,
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': (issue, { body }) => {
    const comment = { id: 100 + issue.comments.length, body: String(body), user: ENGINE };
    issue.comments.push(comment);
    return comment;
  },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': (_, { comment_id, body }) => {
    const comment = issues.flatMap(({ comments }) => comments).find(({ id }) => id === comment_id);
    return Object.assign(comment ?? {}, { body });
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/labels': (issue) => issue.labels.map((name) => ({ name })),
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': (issue, { labels }) =>
    issue.labels.push(...(labels as string[])),
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}': (issue, { name }) => {
    const at = issue.labels.indexOf(String(name));
    if (at < 0) throw refusal(404);
    issue.labels.splice(at, 1);
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': ({ head, state }) => {
    if (head === null) throw refusal(404);
    return { state, head: { sha: head } };
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': () => ({ check_runs: checks }),
  'POST /repos/{owner}/{repo}/check-runs': (_, { name, ...given }) => {
    shown.push(given);
    const check = { id: 50 + checks.length, name: String(name), app: 9 };
    checks.push(check);
    return check;
  },
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': (_, { check_run_id, ...given }) => {
    shown.push(given);
    const check = checks.find(({ id }) => id === check_run_id);
    if (check?.app !== 9) throw refusal(403, 'Invalid app_id');
    return check;
  },
};

function newIssue(more: Partial<Issue> = {}): Issue {
  const number = issues.length + 1;
  const plain = { body: '', user: ANA, labels: [], comments: [], state: 'open', locked: false, head: null };
  const issue: Issue = { number, ...plain, ...more };
  issues.push(issue);
  return issue;
}

async function request(route: string, given: Given): Promise<{ readonly data: unknown }> {
  await Promise.resolve();
  const number = given['issue_number'] ?? given['pull_number'];
  const [method = ''] = route.split(' ');
  asked.push(`${method} ${route.slice(route.lastIndexOf('{repo}/') + 7)}`);
  const answer = answers[route];
  const issue = issues.find((one) => one.number === number);
  if (answer === undefined || (number !== undefined && issue === undefined)) throw refusal(404);
  const error = instead.get(asked.at(-1) ?? '');
  instead.delete(asked.at(-1) ?? '');
  const isLost = error !== undefined && (error as { status?: number }).status === 502;
  const data = error === undefined || isLost ? answer(issue as Issue, given) : null;
  if (error !== undefined) throw error;
  return { data };
}
async function* pages(route: string, given: Given): AsyncGenerator<{ readonly data: unknown }> {
  const { data } = await request(route, given);
  for (const one of data as readonly unknown[]) yield { data: [one] };
}
const paginate = Object.assign(async (route: string, given: Given) => (await request(route, given)).data, {
  iterator: pages,
});

const speakerIn = (game = ''): Speaker => ({
  octokit: { request, paginate } as unknown as Octokit,
  owner: 'o',
  name: 'r',
  game,
  engine: '9',
  onPosts: onPosts as unknown as OnPosts,
  pace: unpaced,
  gaps: [],
  holds: (commit) => Promise.resolve(commit === 'merged'),
  pause: () => {
    pauses += 1;
    const [issue] = issues;
    if (pauses === 2 && issue !== undefined) issue.state = 'closed';
    return Promise.resolve();
  },
});
const speaker = speakerIn();
/** The last look at a post, as far as this matters here. */
const seen = (issue: Issue, more: Partial<OnPost> = {}): OnPost => {
  const { head, labels, locked, state } = issue;
  const read = {
    head,
    labels: [...labels],
    locked,
    closed: state === 'closed',
    said: new Map(),
    saidAll: true,
  };
  const on = { ...read, ...more } as unknown as OnPost;
  onPosts.set(String(issue.number), on);
  return on;
};
const writes = (): readonly string[] => asked.filter((one) => !one.startsWith('GET'));

beforeEach(() => {
  [issues, checks, shown, asked, instead, pauses] = [[], [], [], [], new Map<string, Error>(), 0];
  onPosts.clear();
});

const draft = { key: 'round 1', kind: 'story', title: 'Round 1', text: 'It begins.' };

test('opens a post once for its key, and ignores others’ words with the same mark', async () => {
  newIssue({ labels: ['kind/story'], body: markerOf(draft.key, '') });
  const own = await openPost(speaker, draft);
  expect(own).toEqual({ post: '2', body: `It begins.\n\n${markerOf(draft.key, '')}` });
  expect(issues[1]?.labels).toEqual(['kind/story']);
  expect(await openPost(speaker, draft)).toEqual(own);
  expect((await openPost(speakerIn('games/b'), draft)).post).toBe('3');
  expect(issues[2]?.labels).toEqual(['kind/story', 'of/games/b']);
  expect(writes()).toHaveLength(2);
});

test('finds a post whose answer was lost instead of opening it again', async () => {
  instead.set('POST issues', refusal(502));
  expect((await openPost(speaker, draft)).post).toBe('1');
  expect(issues).toHaveLength(1);
});

test('writes and changes what is said under a key, and leaves it alone if it is the same', async () => {
  const issue = newIssue();
  issue.comments.push({ id: 7, body: markerOf('tally', ''), user: ANA });
  for (const text of ['One for.', 'One for.', 'Two for.']) await sayOn(speaker, '1', 'tally', text);
  expect(issue.comments.map(({ body }) => body.split('\n')[0])).toEqual([markerOf('tally', ''), 'Two for.']);
  expect(writes()).toEqual(['POST issues/{issue_number}/comments', 'PATCH issues/comments/{comment_id}']);
  await sayOn(speaker, '1', 'other', 'Hm.');
  expect(issue.comments).toHaveLength(3);
  await expect(sayOn(speaker, '9', 'tally', 'x')).rejects.toMatchObject({ code: 'no-such-post' });
});

test('doesn’t read again what the last look read', async () => {
  const on = seen(newIssue());
  await sayOn(speaker, '1', 'tally', 'One for.');
  expect(asked).toEqual(['POST issues/{issue_number}/comments']);
  expect(on.said.get('tally')).toMatchObject({ id: 100 });
  await sayOn(speaker, '1', 'tally', 'One for.');
  await sayOn(speaker, '1', 'tally', 'Two for.');
  expect(writes()).toHaveLength(2);
  expect([asked.length, on.said.get('tally')?.body]).toEqual([2, expect.stringMatching(/^Two for\./u)]);
  const partly = seen(newIssue(), { saidAll: false });
  await sayOn(speaker, '2', 'tally', 'One for.');
  expect([asked[2], partly.said.size]).toEqual(['GET issues/{issue_number}/comments', 1]);
});

test('gives a post the engine’s labels that it should have, and keeps all others', async () => {
  const issue = newIssue({ labels: ['bug', 'game/pending', 'kind/proposal'] });
  await labelPost(speaker, '1', ['enacted', 'enacted', 'late']);
  expect(issue.labels).toEqual(['bug', 'kind/proposal', 'game/enacted', 'game/late']);
  asked = [];
  await labelPost(speaker, '1', ['enacted', 'late']);
  expect(writes()).toEqual([]);
  const on = seen(issue, { labels: ['bug', 'game/gone', 'game/late'] });
  await labelPost(speaker, '1', ['late', 'open']);
  expect([on.labels, writes().length]).toEqual([['bug', 'game/late', 'game/open'], 2]);
  instead.set('DELETE issues/{issue_number}/labels/{name}', refusal(500));
  on.labels = ['game/late'];
  await expect(labelPost(speaker, '1', [])).rejects.toMatchObject({ code: 'unavailable' });
});

test('reopens a closed post unless it is settled, or GitHub can’t', async () => {
  const issue = newIssue({ state: 'closed' });
  const on = seen(issue);
  expect([await reopenPost(speaker, '1'), issue.state, on.closed]).toEqual([true, 'open', false]);
  asked = [];
  expect([await reopenPost(speaker, '1'), writes()]).toEqual([true, []]);
  Object.assign(issue, { state: 'closed', locked: true });
  expect([await reopenPost(speaker, '1'), issue.state]).toEqual([true, 'closed']);
  issue.locked = false;
  instead.set('PATCH issues/{issue_number}', refusal(422));
  expect([await reopenPost(speaker, '1'), issue.state]).toEqual([false, 'closed']);
  instead.set('PATCH issues/{issue_number}', refusal(403));
  await expect(reopenPost(speaker, '1')).rejects.toMatchObject({ code: 'bad-request' });
});

test('closes and locks a settled post once', async () => {
  const issue = newIssue();
  await settlePost(speaker, '1');
  expect([issue.state, issue.locked, pauses]).toEqual(['closed', true, 0]);
  expect(writes()).toEqual(['PATCH issues/{issue_number}', 'PUT issues/{issue_number}/lock']);
  asked = [];
  await settlePost(speaker, '1');
  expect(writes()).toEqual([]);
  const other = newIssue();
  const on = seen(other);
  asked = [];
  await settlePost(speaker, '2');
  // Nothing had to be read.
  expect([asked, on.closed, on.locked]).toEqual([
    ['PATCH issues/{issue_number}', 'PUT issues/{issue_number}/lock'],
    true,
    true,
  ]);
  await settlePost(speaker, '2');
  expect(asked).toHaveLength(2);
});

test('waits for a pull request that main contains to close by itself, and closes any other', async () => {
  const merged = newIssue({ head: 'merged' });
  await settlePost(speaker, '1');
  expect([merged.state, merged.locked, pauses, writes().length]).toEqual(['closed', true, 2, 1]);
  newIssue({ head: 'other' });
  await settlePost(speaker, '2');
  expect([issues[1]?.state, pauses, writes().length]).toEqual(['closed', 2, 3]);
  instead.set('GET pulls/{pull_number}', refusal(500));
  newIssue({ head: 'other' });
  await expect(settlePost(speaker, '3')).rejects.toMatchObject({ code: 'unavailable' });
});

test('closes a pull request after half a minute if GitHub never does', async () => {
  newIssue();
  newIssue({ head: 'merged' });
  await settlePost(speaker, '2');
  expect([issues[1]?.state, pauses]).toEqual(['closed', 15]);
});

test.each(['', '0', '1.5', '-1', 'lobby', '12345678901'])('%j isn’t a post', (post) => {
  expect(() => numberOf(post)).toThrow(expect.objectContaining({ code: 'no-such-post' }) as Error);
});

const verdict = { conclusion: null, title: 'Open', summary: 'x'.repeat(70_000) };
const judge = (known: number | null, conclusion: 'success' | null = null): Promise<number> =>
  judgeHead(speaker, 'a'.repeat(40), { ...verdict, conclusion }, known);

test('keeps one check of the engine’s on each commit, and changes it with the vote', async () => {
  checks.push({ id: 3, name: 'Build', app: 9 });
  const id = await judge(null);
  expect([id, checks.length, asked]).toEqual([51, 2, ['GET commits/{ref}/check-runs', 'POST check-runs']]);
  expect([await judge(null, 'success'), await judge(id), checks.length]).toEqual([51, 51, 2]);
  // GitHub refuses a longer summary, and a conclusion of what goes on.
  const output = { title: 'Open', summary: 'x'.repeat(65_000) };
  const goesOn = { status: 'in_progress', output };
  const isDone = { status: 'completed', conclusion: 'success', output };
  expect(shown).toMatchObject([goesOn, isDone, goesOn]);
  expect(shown.map((one) => 'conclusion' in one)).toEqual([false, true, false]);
  instead.set('POST check-runs', refusal(502));
  checks = [];
  expect([await judge(null), checks.length]).toEqual([50, 1]);
});

test('leaves a check of another App alone, and passes on any other refusal', async () => {
  checks.push({ id: 3, name: 'Gitnomic', app: 4 });
  expect([await judge(3), checks.length]).toEqual([51, 2]);
  for (const [status, why, code] of [
    [403, 'no', 'bad-request'],
    [422, 'no app_id', 'settled'],
  ] as const) {
    instead.set('PATCH check-runs/{check_run_id}', refusal(status, why));
    await expect(judge(51)).rejects.toMatchObject({
      code,
      message: expect.stringContaining('a check on aaaaaaa (') as string,
    });
  }
  expect(checks).toHaveLength(2);
});
