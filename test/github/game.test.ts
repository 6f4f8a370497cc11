import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { readEnvironment, type ActionEnvironment } from '../../src/host/github/action/environment.ts';
import { readWish, runSetup } from '../../src/host/github/action/run-setup.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { readContent } from '../../src/tick/observe.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, dee, eli, PLAYERS } from './action-game.ts';
import { environmentAt, openAt, startWithEngine } from './game-at.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { Post } from './stand-in/world.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';

/** The token can do what its job's permissions say. */
function permissionsOf(name: 'tick' | 'setup'): Record<string, 'read' | 'write'> {
  const file = new URL(`../../.github/workflows/${name}.yml`, import.meta.url);
  const { jobs } = parse(readFileSync(file, 'utf8')) as {
    jobs: Record<string, { permissions: Record<string, 'read' | 'write'> }>;
  };
  return jobs[name]?.permissions ?? {};
}

// A tick is some dozen processes of Git, and the rules put in force: a busy machine takes its time.
vi.setConfig({ testTimeout: 240_000 });

let standIn: StandIn;
let environment: ActionEnvironment;
let said = '';
beforeEach(async () => {
  said = '';
  standIn = await startWithEngine();
  for (const name of PLAYERS) standIn.world.account(name, { permission: 'write' });
  environment = environmentAt(standIn);
});
afterEach(() => standIn.close());

const options = () => ({
  caches,
  environment,
  now: () => standIn.world.now,
  say: (text: string) => void (said += text),
  paced: false,
});
/** A tick that ends well; where it doesn't, what it said is the failure. */
const ticked = async (): Promise<void> => {
  const before = said.length;
  standIn.world.permissions = permissionsOf('tick');
  const code = await runTick(options());
  expect(code, `${said.slice(before)}${standIn.world.failures.map(String).join('\n')}`).toBe(0);
};
const setUp = async (): Promise<void> => {
  standIn.world.permissions = permissionsOf('setup');
  await runSetup(
    options(),
    readWish({
      GAME_NAME: 'Harbour',
      GAME_CORE: '2021',
      GAME_DYNASTY: 'proving',
      GAME_ADMINS: PLAYERS.join(' '),
    }),
  );
};
const postIn = (number: number): Post => {
  const post = standIn.world.posts.find((one) => one.number === number);
  if (post === undefined) throw new Error(`no post ${number}`);
  return post;
};

/** Bo's proposal of a shorter window, with votes for it from a quorum, and two ticks: one at once, one in time. */
async function playWindow(more: readonly (readonly [string, string])[] = [], untilEnacted = true) {
  await setUp();
  await ticked();
  const folder = `${standIn.folder}/player`;
  const clone = await openAt(standIn, folder);
  const table = handsAt(standIn, clone, folder);
  const begun = (await readBranch(clone.repository, 'main')) ?? '';
  const before = (await readContent(clone, begun)).get(VOTES) ?? '';
  const changed = before.replace('[48 hours](#value:window)', '[6 hours](#value:window)');
  expect(changed).not.toBe(before);
  const head = await writeCommit(clone.repository, {
    parents: [begun],
    changes: new Map([[VOTES, changed], ...more]),
    author: { name: 'bo', email: '', at: standIn.world.now },
    message: 'Shorter\n',
  });
  const post = await table.open(bo, {
    kind: 'proposal',
    title: '[Core] A shorter window',
    text: 'Hurry.',
    head,
  });
  await table.comment(ana, post, 'Yes :for:');
  await table.react(cy, post, '+1');
  await table.review(dee, post, 'approve', '');
  await table.comment(eli, post, ':for:');
  standIn.world.now = '2021-06-18T10:00:00Z';
  await ticked();
  if (untilEnacted) {
    standIn.world.now = '2021-06-18T22:30:00Z';
    await ticked();
  }
  return { folder, table, head, post, changed };
}

test('a group sets up a game, changes a number in a rule by a pull request, and the engine obeys it', async () => {
  const { folder, head, changed, post } = await playWindow();
  const later = await openAt(standIn, folder);
  const main = (await readBranch(later.repository, 'main')) ?? '';
  expect(said).toContain(`Enact ${post}: [Core] A shorter window`);
  const enacted = await readCommit(later.repository, main);
  expect(enacted.parents).toEqual([expect.any(String), head]);
  expect((await readContent(later, main)).get(VOTES)).toBe(changed);
  expect(postIn(Number(post))).toMatchObject({ closed: true, locked: true, merged: true });
  expect(postIn(Number(post)).comments.at(-1)?.body).toContain('gitnomic:key');
  expect(readFileSync(environment.GITHUB_OUTPUT ?? '', 'utf8')).toMatch(/publish=true\n$/u);
  expect(said).not.toContain('token-of');

  // Nothing new: no commit on any branch, and no request beyond looking.
  await ticked();
  const stood = [...standIn.world.refs()];
  standIn.world.requests.length = 0;
  said = '';
  await ticked();
  expect(said).toBe('Everything is up to date.\n');
  expect((await readBranch((await openAt(standIn, folder)).repository, 'main')) ?? '').toBe(main);
  expect([...standIn.world.refs()]).toEqual(stood);
  expect(
    standIn.world.requests.filter((line) => !line.startsWith('GET') && line !== 'POST /graphql'),
  ).toEqual([]);
});

test('enacts a proposal that also changes workflows without its commit and without its workflow', async () => {
  const evil = '.github/workflows/evil.yml';
  const { folder, changed, post, head } = await playWindow([[evil, 'on: push\n']]);
  const { repository } = await openAt(standIn, folder);
  const main = (await readBranch(repository, 'main')) ?? '';
  expect((await readCommit(repository, main)).parents).toHaveLength(1);
  expect((await readContent({ repository }, main)).get(VOTES)).toBe(changed);
  expect(await readFileText(repository, main, evil)).toBeNull();
  const enacted = postIn(Number(post));
  expect(enacted).toMatchObject({ closed: true, locked: true, merged: false });
  expect(enacted.labels).toContain('game/enacted');
  expect(enacted.comments.at(-1)?.body).toContain(
    `**Enacted** as \`${head}\`. Its branch also changes files outside the game`,
  );
});

test('dice fall by the seed that only the run has, and a roll is answered once', async () => {
  await setUp();
  const table = handsAt(standIn, await openAt(standIn), `${standIn.folder}/client`);
  await table.comment(ana, '1', '/roll DICE6');
  await ticked();
  await ticked();
  const answers = postIn(1).comments.filter(({ by }) => by?.type === 'Bot');
  expect(answers.map(({ body }) => body.split('<!--')[0])).toEqual([
    expect.stringMatching(/^> \/roll DICE6\n\n(?!\*\*Refused).*\b[1-6]\b/su),
  ]);
  expect(said).not.toContain('7'.repeat(64));
});

test('a pull request’s comment, check and labels say how it stands, and are updated, not repeated', async () => {
  const { table, head, post, folder } = await playWindow([], false);
  const proposal = postIn(Number(post));
  const standing = (): string[] =>
    proposal.comments.flatMap(({ body }) => (body.includes('gitnomic:key standing') ? [body] : []));
  expect(standing()).toHaveLength(1);
  const [said] = standing();
  expect(said).toContain('### Passing: 5 for, 0 against.');
  expect(said).toContain('in favour: it works');
  expect(said).toContain('<del>48</del> <ins>6</ins>');
  expect(said).toMatch(/\| eli \| FOR \|/u);
  expect(proposal.labels.toSorted()).toEqual(['game/passing', 'game/pending', 'kind/proposal']);
  expect(standIn.world.checks).toMatchObject([
    { name: 'Gitnomic', head, conclusion: 'success', title: 'Passing: 5 for, 0 against.' },
  ]);
  // A push that comes too late shows as no part of the vote, and the pinned head is what merges.
  const clone = await openAt(standIn, folder);
  const later = await writeCommit(clone.repository, {
    parents: [head],
    changes: new Map([[VOTES, 'Mine.\n']]),
    author: { name: 'bo', email: '', at: standIn.world.now },
    message: 'Later\n',
  });
  await table.push(bo, post, later);
  standIn.world.now = '2021-06-18T11:00:00Z';
  await ticked();
  expect(standing()).toHaveLength(1);
  expect(standing()[0]).toContain(
    `**Not part of the vote**: the branch has moved on to \`${later.slice(0, 7)}\``,
  );
  standIn.world.now = '2021-06-18T22:30:00Z';
  await ticked();
  expect(proposal.labels).toContain('game/enacted');
  const last = proposal.comments.at(-1)?.body ?? '';
  expect(last).toContain(`**Enacted** as \`${head}\``);
  expect(last).toContain('It was not voted on and is not in force');
  expect(standIn.world.checks).toMatchObject([{ head, title: 'Enacted', conclusion: 'success' }]);
  const main = (await readBranch((await openAt(standIn, folder)).repository, 'main')) ?? '';
  expect((await readContent(await openAt(standIn, folder), main)).get(VOTES)).toContain(
    '[6 hours](#value:window)',
  );
});

test('a form takes one of the actions that the rules offer, and its author is reminded once', async () => {
  await setUp();
  await ticked();
  const { world } = standIn;
  const clone = await openAt(standIn, `${standIn.folder}/player`);
  const main = (await readBranch(clone.repository, 'main')) ?? '';
  const form = await readFileText(clone.repository, main, '.github/ISSUE_TEMPLATE/2-act.yml');
  expect(form).toContain('labels:\n  - act/form');
  expect(form).toContain('(take-pip)');
  expect(world.labels.map(({ name }) => name)).toEqual(expect.arrayContaining(['act/form', 'kind/story']));
  // As GitHub opens an issue by a form, for somebody who may label nothing.
  const cyAccount = world.account('cy');
  const acted = world.open(cyAccount, {
    title: 'Take a pip',
    body: '### Action\n\nTake a pip (take-pip)\n\n### With\n\n_No response_',
    labels: ['act/form'],
    branch: null,
  });
  const waiting = world.posts.find(({ title }) => title === 'Open tasks');
  waiting?.reactions.push({
    id: world.nextSmall(),
    content: 'eyes',
    at: world.now,
    by: world.account('dee'),
  });
  const table = handsAt(standIn, clone, `${standIn.folder}/player`);
  const head = await writeCommit(clone.repository, {
    parents: [main],
    changes: new Map([
      [VOTES, ((await readContent(clone, main)).get(VOTES) ?? '').replace('[48 hours]', '[36 hours]')],
    ]),
    author: { name: 'bo', email: '', at: world.now },
    message: 'Shorter\n',
  });
  const post = await table.open(bo, { kind: 'proposal', title: 'A window', text: '@ana look', head });
  await ticked();
  expect(acted.comments.map(({ body }) => body.split('<!--')[0])).toEqual([
    expect.stringMatching(/^> \/act take-pip\n\n\*\*Done/u),
  ]);
  expect(acted).toMatchObject({ closed: true, locked: true });
  expect(waiting?.body).toContain(`#${post} A window waits for`);
  expect(waiting?.body).toContain('not voted: ana, cy, dee, eli, fay');
  const standing = postIn(Number(post)).comments.find(({ body }) => body.includes('key standing'))?.body;
  expect(standing).toContain('`Core Proposal`');
  expect(standing).not.toContain('@ana');
  for (const now of ['2021-06-19T10:00:00Z', '2021-06-19T11:00:00Z', '2021-06-20T08:00:00Z']) {
    world.now = now;
    await ticked();
  }
  const reminders = postIn(Number(post)).comments.filter(({ body }) => body.startsWith('@'));
  expect(reminders.map(({ body }) => body.split('\n')[0])).toEqual([
    '@dee: you haven’t voted here yet. You asked to be reminded.',
    '@dee: this vote may close within twelve hours, and you haven’t voted. You asked to be reminded.',
  ]);
});

test('puts back a push to main if only play may change the files', async () => {
  await setUp();
  await runTick(options());
  const folder = `${standIn.folder}/player`;
  const clone = await openAt(standIn, folder);
  const { pushByGit } = await import('./stand-in/hands.ts');
  const main = (await readBranch(clone.repository, 'main')) ?? '';
  const mine = await writeCommit(clone.repository, {
    parents: [main],
    changes: new Map([
      [VOTES, 'I win.\n'],
      ['README.md', 'Hello.\n'],
    ]),
    author: { name: 'bo', email: '', at: standIn.world.now },
    message: 'Mine\n',
  });
  await pushByGit(standIn, folder, standIn.world.account('bo'), 'main', mine);
  said = '';
  await ticked();
  expect(said).toContain(`undid a change that only the game may make: ${VOTES}`);
});

test('an Admin can change the pages’ look by a merge or a push, and anybody else’s change is put back', async () => {
  await setUp();
  standIn.world.account('gus', { permission: 'write' });
  await runTick(options());
  const folder = `${standIn.folder}/player`;
  const { pushByGit } = await import('./stand-in/hands.ts');
  const pushAs = async (login: string, text: string): Promise<string | null> => {
    const clone = await openAt(standIn, folder);
    const look = await writeCommit(clone.repository, {
      parents: [(await readBranch(clone.repository, 'main')) ?? ''],
      changes: new Map([['content/site.yml', text]]),
      author: { name: login, email: '', at: standIn.world.now },
      message: 'Look\n',
    });
    await pushByGit(standIn, folder, standIn.world.account(login), 'main', look);
    said = '';
    await ticked();
    const after = await openAt(standIn, folder);
    return readFileText(
      after.repository,
      (await readBranch(after.repository, 'main')) ?? '',
      'content/site.yml',
    );
  };
  expect(await pushAs('gus', 'title: Mine\n')).toBeNull();
  expect(said).toContain('undid a change that only the game may make: content/site.yml');
  expect(await pushAs('ana', 'title: Ours\n')).toBe('title: Ours\n');
  expect(said).not.toContain('undid a change');
  expect(await pushAs('gus', 'title: Mine\n')).toBe('title: Ours\n');
});

test('set-up is only for a repository without a game, and a tick there waits for it', async () => {
  await ticked();
  expect(said).toContain('Set up');
  await setUp();
  await expect(setUp()).rejects.toMatchObject({ code: 'game-there' });
  expect(postIn(1)).toMatchObject({ title: 'Welcome to Harbour', closed: false });
});

test('at a rate limit the run ends well and says when the next goes on', async () => {
  await setUp();
  for (let n = 0; n < 9; n++)
    standIn.world.faults.push({
      status: 403,
      message: 'API rate limit exceeded',
      headers: { 'x-ratelimit-reset': '1624010400' },
    });
  said = '';
  await ticked();
  expect(said).toContain('it goes on from 2021-06-18T10:00:00Z');
});

test('an incomplete run’s environment is reported by names, and never by values', () => {
  expect(() => readEnvironment({ GITHUB_TOKEN: 's3cret', GITNOMIC_DICE_SEED: 'too short' })).toThrow(
    /GITHUB_REPOSITORY.*RUNNER_TEMP.*GITNOMIC_DICE_SEED/u,
  );
  expect(() => readEnvironment({ GITHUB_TOKEN: 's3cret' })).not.toThrow(/s3cret/u);
});
