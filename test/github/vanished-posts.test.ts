import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../src/forge/events.ts';
import type { GitHubForge } from '../../src/forge/github/github-forge.ts';
import { ana, playOnGitHub } from './action-game.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { People } from '../../src/forge/port.ts';

const bo: Person = { id: 'bo', name: 'Bo', bot: false };
const HOW = ['deleted', 'transferred', 'hidden'] as const;

let standIn: StandIn;
let forge: GitHubForge;
let table: People;
beforeEach(async () => {
  standIn = await startWithEngine();
  forge = await openAt(standIn);
  table = handsAt(standIn, forge, `${standIn.folder}/client`);
});
afterEach(() => standIn.close());

const story = { kind: 'story', title: 'A tale', text: 'Once.' };
const takeAway = (number: string, how: (typeof HOW)[number]): void => {
  const post = standIn.world.posts.find((one) => String(one.number) === number);
  if (post !== undefined) standIn.world.takeAway(post, how);
};

test.each(HOW)('reports a %s post as gone once, and reads the others', async (how) => {
  const gone = await table.open(bo, story);
  const stays = await table.open(bo, story);
  const { mark } = await forge.observe(null);
  takeAway(gone, how);
  await table.comment(bo, stays, 'I am still here');
  const { events, mark: later } = await forge.observe(mark);
  expect(events.map(({ type }) => type).toSorted()).toEqual(['commented', 'vanished']);
  expect(events).toContainEqual({
    type: 'vanished',
    id: `vanished-${gone}`,
    at: standIn.world.now,
    by: null,
    post: gone,
  });
  standIn.world.requests.length = 0;
  expect((await forge.observe(later)).events).toEqual([]);
  // Nobody asks for it any more: two requests for what changed, and one for the post that is left.
  expect(standIn.world.requests).toHaveLength(3);
});

test.each(HOW)('posts nothing on a %s post, nor where it went', async (how) => {
  const post = await table.open(bo, story);
  takeAway(post, how);
  const gone = { code: 'no-such-post' };
  await expect(forge.comment(post, 'key', 'Hello')).rejects.toMatchObject(gone);
  await expect(forge.settle(post)).rejects.toMatchObject(gone);
  await expect(forge.label(post, ['x'])).rejects.toMatchObject(gone);
});

test('each lookup that may find nothing has an error beside its null', async () => {
  const ask = async (query: string): Promise<unknown> => {
    const response = await fetch(`${standIn.api}/graphql`, {
      method: 'POST',
      headers: { authorization: 'token token-of-github-actions[bot]' },
      body: JSON.stringify({ query }),
    });
    return response.json();
  };
  const error = (path: unknown[]): unknown => ({
    errors: [expect.objectContaining({ type: 'NOT_FOUND', path })],
  });
  expect(await ask('{ repository(owner: "o", name: "r") { issueOrPullRequest(number: 9) { __typename } } }')) //
    .toMatchObject({
      ...(error(['repository', 'issueOrPullRequest']) as object),
      data: { repository: { issueOrPullRequest: null } },
    });
  expect(await ask('{ repository(owner: "o", name: "q") { id } }')).toMatchObject(
    error(['repository']) as object,
  );
  expect(await ask('{ node(id: "x") { id } }')).toMatchObject(error(['node']) as object);
  expect(await ask('{ nodes(ids: ["x"]) { id } }')).toMatchObject(error(['nodes', 0]) as object);
});

test('a game goes on after one of its matters was moved to another repository', async () => {
  const game = await playOnGitHub();
  try {
    const rule = '---\ntitle: New\norder: 99\n---\nNew.\n';
    const post = await game.propose(ana, 'Soon gone', { 'content/ruleset/core/new.md': rule });
    await game.tick();
    game.standIn.world.takeAway(post, 'transferred');
    await game.tick();
    expect(game.said()).toContain(`#${post.number} no longer exists`);
    await game.tick();
    expect(game.standIn.world.failures).toEqual([]);
  } finally {
    await game.standIn.close();
  }
});
