import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readEnvironment, type ActionEnvironment } from '../../src/engine/action/environment.ts';
import { readWish, runSetup } from '../../src/engine/action/run-setup.ts';
import { runTick } from '../../src/engine/action/run-tick.ts';
import { readContent } from '../../src/engine/tick/look.ts';
import type { Person } from '../../src/forge/events.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { Post } from './stand-in/world.ts';

const names = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const [ana, bo, cy, dee, eli] = names.map((name) => ({ id: name, name, bot: false })) as [
  Person,
  Person,
  Person,
  Person,
  Person,
];
const VOTES = 'content/ruleset/core/votable-matters/votes.md';

let standIn: StandIn;
let environment: ActionEnvironment;
let said = '';
beforeEach(async () => {
  said = '';
  standIn = await startWithEngine();
  for (const name of names) standIn.world.account(name, { permission: 'write' });
  const output = join(standIn.folder, 'output');
  writeFileSync(output, '');
  environment = readEnvironment({
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: standIn.folder,
    GITHUB_OUTPUT: output,
    GITNOMIC_DICE_SEED: '7'.repeat(64),
  });
});
afterEach(() => standIn.close());

const options = () => ({
  environment,
  now: () => standIn.world.now,
  say: (text: string) => void (said += text),
  paced: false,
});
/** A tick that ends well; where it doesn't, what it said is the failure. */
const ticked = async (): Promise<void> => {
  const before = said.length;
  const code = await runTick(options());
  expect(code, `${said.slice(before)}${standIn.world.failures.map(String).join('\n')}`).toBe(0);
};
const setUp = (): Promise<void> =>
  runSetup(
    options(),
    readWish({
      GAME_NAME: 'Harbour',
      GAME_CORE: '2021',
      GAME_DYNASTY: 'proving',
      GAME_ADMINS: names.join(' '),
    }),
  );
const postIn = (number: number): Post => {
  const post = standIn.world.posts.find((one) => one.number === number);
  if (post === undefined) throw new Error(`no post ${number}`);
  return post;
};

/** Bo's proposal of a shorter window, with votes for it from a quorum, and two ticks: one at once, one in time. */
async function playWindow(more: readonly (readonly [string, string])[] = []) {
  await setUp();
  await ticked();
  const folder = `${standIn.folder}/player`;
  const clone = await openAt(standIn, folder);
  const table = handsAt(standIn, clone, folder);
  const begun = (await readBranch(clone.repository, 'main')) ?? '';
  const before = (await readContent(clone, begun)).get(VOTES) ?? '';
  const changed = before.replace('[48](#value:window)', '[6](#value:window)');
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
  standIn.world.now = '2021-06-18T22:30:00Z';
  await ticked();
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
  expect(postIn(Number(post))).toMatchObject({ closed: true, locked: true });
  expect(postIn(Number(post)).comments.at(-1)?.body).toContain('gitnomic:key');
  expect(readFileSync(environment.GITHUB_OUTPUT ?? '', 'utf8')).toMatch(/changed=true\n$/u);
  expect(said).not.toContain('token-of');

  // Nothing new: no commit, and no request beyond looking.
  standIn.world.requests.length = 0;
  said = '';
  await ticked();
  expect(said).toBe('Nothing is due.\n');
  expect((await readBranch((await openAt(standIn, folder)).repository, 'main')) ?? '').toBe(main);
  expect(
    standIn.world.requests.filter((line) => !line.startsWith('GET') && line !== 'POST /graphql'),
  ).toEqual([]);
});

test('a proposal that changes workflows too is enacted without its commit, and without its workflow', async () => {
  const evil = '.github/workflows/evil.yml';
  const { folder, changed, post } = await playWindow([[evil, 'on: push\n']]);
  const { repository } = await openAt(standIn, folder);
  const main = (await readBranch(repository, 'main')) ?? '';
  expect((await readCommit(repository, main)).parents).toHaveLength(1);
  expect((await readContent({ repository }, main)).get(VOTES)).toBe(changed);
  expect(await readFileText(repository, main, evil)).toBeNull();
  expect(postIn(Number(post))).toMatchObject({ closed: true, locked: true });
});

test('dice fall by the seed that only the run has, and what they say is answered once', async () => {
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

test('what somebody pushes to main is put back where only play may change it', async () => {
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
  expect(said).toContain(`put back, since only play may change it: ${VOTES}`);
});

test('set-up is for a repository without a game, and a tick there waits for it', async () => {
  await ticked();
  expect(said).toContain('Set up');
  await setUp();
  await expect(setUp()).rejects.toMatchObject({ code: 'game-there' });
  expect(postIn(1)).toMatchObject({ title: 'Welcome to Harbour', closed: false });
});

test('on a limit the run ends well and says when the next goes on', async () => {
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

test('a run that lacks what it needs says which, and never what it has', () => {
  expect(() => readEnvironment({ GITHUB_TOKEN: 's3cret', GITNOMIC_DICE_SEED: 'too short' })).toThrow(
    /GITHUB_REPOSITORY.*RUNNER_TEMP.*GITNOMIC_DICE_SEED/u,
  );
  expect(() => readEnvironment({ GITHUB_TOKEN: 's3cret' })).not.toThrow(/s3cret/u);
});
