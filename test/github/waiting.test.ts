import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ForgeEvent, Person } from '../../src/forge/events.ts';
import { openGitHubForge, type GitHubForge } from '../../src/forge/github/github-forge.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, playOnGitHub } from './action-game.ts';
import { startWithEngine } from './game-at.ts';
import { handsAt, pushByGit } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { Post } from './stand-in/world.ts';
import type { People } from '../../src/forge/port.ts';

let standIn: StandIn;
let forge: GitHubForge;
let table: People;
let zero: string;
let mark: string | null;

beforeEach(async () => {
  standIn = await startWithEngine();
  const folder = `${standIn.folder}/client`;
  forge = await openGitHubForge({
    repository: 'o/r',
    token: 'token-of-github-actions[bot]',
    api: standIn.api,
    gitUrl: standIn.gitUrl,
    folder,
    paced: false,
    clock: () => standIn.world.now,
    games: { isOfGame: (path) => path.startsWith('game/'), otherGames: () => Promise.resolve([]) },
  });
  table = handsAt(standIn, forge, folder);
  zero = await commit('README.md', []);
  await forge.advance('main', null, zero);
  mark = null;
});
afterEach(() => standIn.close());

const commit = (path: string, parents = [zero]): Promise<string> =>
  writeCommit(forge.repository, {
    parents,
    changes: new Map([[path, `${path} ${parents.join()}`]]),
    author: { name: 'x', email: '', at: standIn.world.now },
    message: path,
  });
const at = (time: string): void => void (standIn.world.now = `2021-06-18T${time}:00Z`);
const look = async (): Promise<readonly ForgeEvent[]> => {
  const seen = await forge.observe(mark);
  mark = seen.mark;
  return seen.events;
};
const propose = async (by: Person, path: string): Promise<Post> => {
  const head = await commit(path);
  const number = await table.open(by, { kind: 'proposal', title: 'P', text: '', head });
  const post = standIn.world.posts.find((one) => String(one.number) === number);
  if (post === undefined) throw new Error('no post');
  return post;
};

test('a pull request that doesn’t change the game is no post, until a push changes something', async () => {
  const post = await propose(bo, 'src/engine.ts');
  await table.review(ana, String(post.number), 'approve', 'A good engine');
  expect(await look()).toEqual([]);
  at('12:00');
  standIn.world.requests.length = 0;
  expect(await look()).toEqual([]);
  // What was found of its head is known: nobody asks for it again.
  expect(standIn.world.requests).toHaveLength(3);
  const head = await commit('game/rule.md', [standIn.world.headOf(post)]);
  await table.push(bo, String(post.number), head);
  at('13:00');
  // The approval was of something else, and the time for votes begins with what is voted on.
  expect(await look()).toMatchObject([
    { type: 'reviewed', at: '2021-06-18T09:00:00Z' },
    { type: 'opened', at: '2021-06-18T12:00:00Z', head: { oid: head } },
  ]);
  expect(await look()).toEqual([]);
});

test('a draft waits until its author marks it as ready', async () => {
  const post = await propose(bo, 'game/rule.md');
  post.draft = true;
  expect(await look()).toEqual([]);
  at('12:00');
  await table.comment(ana, String(post.number), ':for:');
  post.draft = false;
  standIn.world.happen(post, standIn.world.account('bo'), 'ReadyForReviewEvent');
  at('13:00');
  await table.comment(ana, String(post.number), ':against:');
  const events = await look();
  expect(events.map(({ type, at: time }) => [type, time.slice(11, 16)])).toEqual([
    ['opened', '12:00'],
    ['commented', '12:00'],
    ['commented', '13:00'],
  ]);
  // A mark that is lost changes nothing.
  expect((await forge.observe(null)).events).toEqual(events);
  // What is a post already stays one.
  post.draft = true;
  await table.comment(ana, String(post.number), 'Still here');
  expect((await look()).map(({ type }) => type)).toEqual(['commented']);
});

test('a pull request into another branch is no post', async () => {
  const post = await propose(bo, 'game/rule.md');
  await pushByGit(standIn, `${standIn.folder}/client`, standIn.world.account('bo'), 'v2', zero);
  Object.assign(post, { base: 'v2' });
  expect(await look()).toEqual([]);
});

test('reports once that somebody merged by hand, and doesn’t try to reopen the pull request', async () => {
  const game = await playOnGitHub();
  try {
    const { world } = game.standIn;
    const rule = '---\ntitle: New\norder: 99\n---\nNew.\n';
    const post = await game.propose(bo, 'By hand', { 'content/ruleset/core/new.md': rule });
    await game.tick();
    const merge = world.headOf(post);
    await pushByGit(game.standIn, `${game.standIn.folder}/player`, world.account('ana'), 'main', merge);
    for (let n = 0; n < world.mergeDelay; n++) world.passTime();
    expect(post).toMatchObject({ merged: true, closed: true });
    const before = world.requests.length;
    await game.tick();
    expect(game.comments(post, 'merged-by-hand')).toHaveLength(1);
    expect(game.comments(post, 'closed-')).toEqual([]);
    expect(world.requests.slice(before).filter((line) => /^PATCH .*issues\/\d+$/u.test(line))).toEqual([]);
    expect([...(await game.content()).keys()]).not.toContain('content/ruleset/core/new.md');
    await game.tick();
    expect(game.comments(post, 'merged-by-hand')).toHaveLength(1);
    expect(world.failures).toEqual([]);
  } finally {
    await game.standIn.close();
  }
});
