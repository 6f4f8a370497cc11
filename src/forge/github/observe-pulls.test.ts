// Pull requests, and issues that ask for changes by a form: from when on they are posts, and which commits they had.
import { expect, test } from 'vitest';

import { readFileText } from '../../repository/read-file.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { openMemoryForge } from '../embedded/local-forge.ts';
import {
  A,
  ANA,
  B,
  BO,
  C,
  comment,
  EARLY,
  gitHub,
  happened,
  issue,
  NOW,
  page,
  pull,
  push,
  review,
} from './fixtures/hub.ts';

const LATER = '2024-03-01T13:00:00Z';
const LAST = '2024-03-01T14:00:00Z';

test('reports a new head once, by the push if GitHub lists it, or else as of the look', async () => {
  const hub = gitHub(pull(5), pull(6, { isCrossRepository: false, commits: { totalCount: 70 } }));
  const { events, mark } = await hub.look(null);
  expect(events).toMatchObject([
    { type: 'opened', id: 'opened-5', head: { branch: 'tea', oid: A } },
    { type: 'opened', id: 'opened-6', head: { branch: 'tea', oid: A } },
  ]);
  expect(hub.asked).toEqual([5, 6, '1 of 5', '50 of 6']);
  hub.asked.length = 0;
  expect(await hub.ids(mark, LATER)).toEqual([]);
  expect(hub.asked).toEqual([5, 6]);
  const moved = { headRefOid: B, updatedAt: LATER };
  hub.posts = [pull(5, moved), pull(6, { ...moved, isCrossRepository: false })];
  hub.pushes = [push(7, { ref: 'refs/heads/tea', timestamp: LATER })];
  const asked: unknown[] = [];
  hub.given = { isForced: async (...between) => asked.push(between) > 0 };
  const next = await hub.look(mark, LAST);
  expect(next.events).toMatchObject([
    { type: 'pushed', id: 'push-7', at: LATER, by: { name: 'bo' }, post: '6', head: B, forced: false },
    { type: 'pushed', at: LAST, by: null, post: '5', head: B, forced: true },
  ]);
  expect(asked).toEqual([[A, B]]);
  expect(await hub.ids(next.mark, LAST)).toEqual([]);
});

test('knows the first head from the record of the job that saw it', async () => {
  const hub = gitHub(pull(5, { headRefOid: B }));
  const run = (externalId: string, startedAt: string): object => ({ externalId, startedAt });
  const on = (oid: string, ...runs: readonly object[]): object => ({
    commit: { oid, checkSuites: page([{ app: { databaseId: 15_368 }, checkRuns: page(runs) }]) },
  });
  const commits = page([on(A, run('5 opened', EARLY)), on(B, run('5 synchronize', NOW))]);
  hub.heads.set(5, { commits });
  expect((await hub.look(null, LATER)).events).toMatchObject([
    { type: 'opened', head: { oid: A } },
    { type: 'pushed', at: NOW, head: B, forced: false },
  ]);
});

test('a draft isn’t a post, and becomes one when it is ready', async () => {
  const hub = gitHub(pull(5, { isDraft: true, title: 'Draft' }));
  const { events, mark } = await hub.look(null);
  expect([events, hub.asked]).toEqual([[], [5]]);
  const ready = happened('ReadyForReviewEvent', 'R', { createdAt: LATER });
  const early = comment('7', BO, ':for:');
  const more = { updatedAt: LATER, headRefOid: B, timelineItems: page([ready]), comments: page([early]) };
  hub.posts = [pull(5, { ...more, title: 'Tea for all' })];
  const next = await hub.look(mark, LAST);
  // The comment was about something else, and is on record.
  expect(next.events).toMatchObject([
    { type: 'commented', id: 'comment-7', at: EARLY },
    { type: 'opened', at: LATER, title: 'Tea for all', head: { oid: B } },
  ]);
  expect(await hub.ids(next.mark, LAST)).toEqual([]);
});

test('a pull request counts once it changes something of the game, and in neither game if it changes two', async () => {
  const { forge } = await openMemoryForge({ clock: () => NOW });
  const games = {
    isOfGame: (path: string) => path.startsWith('content/'),
    otherGames: (_: unknown, __: unknown, paths: readonly string[]) =>
      Promise.resolve(paths.includes('pier/content/a.md') ? ['pier'] : []),
  };
  const author = { name: 'ana', email: '', at: NOW };
  const first = { parents: [], changes: new Map([['a', 'b']]), author, message: 'x' };
  await forge.advance('main', null, await writeCommit(forge.repository, first));
  const hub = gitHub(pull(5), pull(6));
  hub.given = { games, repository: forge.repository };
  hub.heads.set(5, { files: page([{ path: 'notes.md' }]) });
  hub.heads.set(6, { files: page([{ path: 'content/a.md' }, { path: 'pier/content/a.md' }]) });
  const { events, mark } = await hub.look(null);
  expect([events, hub.onPosts.get('5')?.games, hub.onPosts.get('6')?.games]).toEqual([[], [], ['', 'pier']]);
  hub.posts = [pull(5, { headRefOid: B, updatedAt: LATER }), pull(6)];
  hub.heads.set(5, {});
  expect((await hub.look(mark, LAST)).events).toMatchObject([{ id: 'opened-5', at: LAST, head: { oid: B } }]);
});

test('skips a pull request whose files GitHub doesn’t send, and asks for it again', async () => {
  const hub = gitHub(pull(5, { closed: true }), pull(6));
  hub.heads.set(5, { files: page([null]) });
  const { events, mark, unread } = await hub.look(null);
  expect([events.map(({ id }) => id), unread]).toEqual([['opened-6'], ['5']]);
  expect(hub.gaps).toEqual([
    'GitHub did not send what is on #5: it is skipped for now, and the next look asks again.',
  ]);
  hub.heads.clear();
  hub.posts = [pull(5, { closed: true }), pull(6)];
  expect(await hub.ids(mark, LAST)).toEqual(['opened-5']);
});

test('names everything that GitHub leaves out of a post, and reports what came', async () => {
  const hub = gitHub(pull(5));
  const { mark } = await hub.look(null);
  const reactionGroups = [{ content: 'HEART', reactors: { totalCount: 2 } }];
  const edited = { lastEditedAt: NOW };
  const lines = { comments: { totalCount: 2 } };
  hub.details.set('C_7', {
    __typename: 'IssueComment',
    id: 'C_7',
    userContentEdits: page(),
    reactions: page([null]),
  });
  hub.details.set('R_3', {
    __typename: 'PullRequestReview',
    id: 'R_3',
    userContentEdits: page(),
    comments: page([{ body: 'Typo.' }, null]),
  });
  const more = {
    labels: page([null]),
    reactions: page([null]),
    userContentEdits: page([null]),
    timelineItems: page([null]),
    comments: page([comment('7', BO, 'a', { reactionGroups }), comment('8', BO, 'b', edited), null]),
    reviews: page([review('3', lines), review('4', edited), null]),
  };
  hub.posts = [pull(5, { updatedAt: NOW, ...more })];
  const { events, unread } = await hub.look(mark);
  expect([events.map(({ id }) => id), unread]).toEqual([['comment-7', 'review-3'], ['5']]);
  const missing =
    'comments (2), reviews (2), reactions (2), edits (1), comments on lines (1), labels (1), events (1)';
  expect(hub.gaps).toEqual([`GitHub left out of what is on #5: ${missing}. The next look asks again.`]);
  expect(hub.onPosts.get('5')?.inline).toEqual(['Typo.']);
});

test.each([
  ['edits', { userContentEdits: page([null]) }],
  ['events', { timelineItems: page([null]) }],
  ['edits and events', { userContentEdits: page([null]), timelineItems: page([null]) }],
])(
  'a new post is skipped if GitHub leaves out its %s, since its first text or its kind is unknown',
  async (_, more) => {
    const hub = gitHub(issue(3, more), issue(4, { comments: page([null]) }));
    const { events, unread } = await hub.look(null);
    expect([events.map(({ id }) => id), [...(unread ?? [])].sort()]).toEqual([['opened-4'], ['3', '4']]);
  },
);

const form = (changes: string): string => `### Reason\n\nIt is dark.\n\n### Changes\n\n${changes}`;

test('what a form asks for is a post with a branch, and each edit of it is a push', async () => {
  const { forge } = await openMemoryForge({ clock: () => NOW });
  const { repository } = forge;
  const author = { name: 'ana', email: '', at: NOW };
  const begun = { parents: [], changes: new Map([['a', 'b']]), author, message: 'x' };
  await forge.advance('main', null, await writeCommit(repository, begun));
  const label = happened('LabeledEvent', 'L', { actor: ANA, label: { name: 'kind/proposal' } });
  const asks = { body: form('- repeal-rule: Night'), timelineItems: page([label]) };
  const hub = gitHub(issue(3, asks), issue(4));
  hub.given = { repository, forms: { repository, path: 'changes.yml', advance: null } };
  const { events, mark } = await hub.look(null);
  expect(events).toMatchObject([
    { id: 'opened-3', kind: 'proposal', text: 'It is dark.', head: { branch: 'form-3' } },
    { id: 'opened-4', kind: 'tell', head: null },
  ]);
  const first = hub.onPosts.get('3')?.head ?? '';
  expect([await readFileText(repository, first, 'changes.yml'), hub.onPosts.get('4')?.head]).toEqual([
    '- repeal-rule: Night\n',
    null,
  ]);
  expect(events[0]).toMatchObject({ head: { oid: first } });
  const edit = (id: string, diff: string, editedAt: string): object => ({
    id,
    editedAt,
    editor: ANA,
    diff,
    deletedAt: null,
  });
  const body = form('- repeal-rule: Fog');
  const edits = page([edit('E2', body, LATER), edit('E1', asks.body, EARLY)]);
  hub.posts = [issue(3, { ...asks, body, userContentEdits: edits, updatedAt: LATER }), issue(4)];
  const next = await hub.look(mark, LAST);
  const tip = hub.onPosts.get('3')?.head ?? '';
  expect(next.events).toMatchObject([
    { type: 'pushed', id: 'form-E2', post: '3', head: tip },
    { type: 'edited', id: 'edit-E2' },
  ]);
  expect(await readFileText(repository, tip, 'changes.yml')).toBe('- repeal-rule: Fog\n');
  expect(await hub.ids(next.mark, LAST)).toEqual([]);
  // Where forms can’t propose anything it is a post like any other.
  hub.given = { forms: null };
  expect((await hub.look(null)).events[0]).toMatchObject({ id: 'opened-3', head: null });
});

test('doesn’t report a pull request merged by hand as closed, but does if the engine merged it', async () => {
  const merged = (actor: object): object => ({
    merged: true,
    closed: true,
    timelineItems: page([happened('MergedEvent', 'M', { actor }), happened('ClosedEvent', 'X', { actor })]),
  });
  const engine = { __typename: 'Bot', login: 'hall[bot]', databaseId: 9 };
  const hub = gitHub(pull(5, merged(BO)), pull(6, { ...merged(engine), headRefOid: C }));
  expect(await hub.ids(null)).toEqual(['opened-5', 'opened-6', 'closed-X']);
});
