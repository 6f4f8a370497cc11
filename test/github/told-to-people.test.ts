import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ana, bo, cy, playOnGitHub, type ActionGame } from './action-game.ts';
import { openAt } from './game-at.ts';
import type { Review } from './stand-in/world.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

const proposed = async () =>
  game.propose(bo, 'Shorter', {
    [VOTES]: ((await game.content()).get(VOTES) ?? '').replace('[48 hours]', '[36 hours]'),
  });

test('a vote on a changed line isn’t a vote, and the voter is told once', async () => {
  const { world } = game.standIn;
  const post = await proposed();
  const review = (inline: readonly string[]): Review => ({
    ...world.write(world.account('cy'), ''),
    state: 'COMMENTED',
    head: world.headOf(post),
    inline,
  });
  post.reviews.push(review(['A comma is missing here.']));
  await game.tick();
  expect(game.comments(post, 'inline')).toEqual([]);
  post.reviews.push(review(['I like it\n:for:']));
  post.updated = world.now;
  await game.tick();
  expect(game.comments(post, 'inline')).toEqual([expect.stringContaining('don’t count')]);
  expect(game.comments(post, 'standing')[0]).not.toMatch(/\| cy \|/u);
  // What was looked at is not looked at again: an idle look asks for nothing but posts.
  const forge = await openAt(game.standIn, `${game.standIn.folder}/again`);
  const { mark } = await forge.observe(null);
  world.queries.length = 0;
  await forge.observe(mark);
  expect(world.queries.filter((query) => query.includes('Details'))).toEqual([]);
});

test('notices when a reaction to a comment is replaced by another', async () => {
  const { table, standIn } = game;
  const post = await proposed();
  const comment = await table.comment(ana, String(post.number), 'Well.');
  await table.react(cy, String(post.number), '+1', comment);
  const forge = await openAt(standIn, `${standIn.folder}/looking`);
  const { mark } = await forge.observe(null);
  await table.unreact(cy, String(post.number), '+1', comment);
  await table.react(cy, String(post.number), 'heart', comment);
  const { events } = await forge.observe(mark);
  expect(events.map((event) => ('reaction' in event ? [event.type, event.reaction] : event.type))).toEqual(
    expect.arrayContaining([
      ['unreacted', '+1'],
      ['reacted', 'heart'],
    ]),
  );
});

test('a review whose commit is gone names no existing commit', async () => {
  const { world } = game.standIn;
  const post = await proposed();
  const approved = { ...world.write(world.account('cy'), ''), state: 'APPROVED', head: '' } as const;
  post.reviews.push({ ...approved });
  const { events } = await (await openAt(game.standIn, `${game.standIn.folder}/looking`)).observe(null);
  expect(events.find(({ type }) => type === 'reviewed')).toMatchObject({ head: '0'.repeat(40) });
});

test('reports a push that GitHub lists late, behind what was already seen', async () => {
  const { world, folder } = game.standIn;
  const forge = await openAt(game.standIn, `${folder}/looking`);
  world.account('dee');
  const push = (id: number, at: string) => ({
    id,
    ref: 'refs/heads/main',
    before: '1'.repeat(40),
    after: String(id % 10).repeat(40),
    at,
    by: world.account('dee'),
    forced: false,
  });
  const last = world.pushes.at(-1)?.id ?? 0;
  world.pushes.push(push(last + 9, world.now));
  const { mark } = await forge.observe(null);
  // What was told is not told again, though it is listed.
  expect((await forge.observe(mark)).events).toEqual([]);
  world.pushes.push(push(last + 8, world.now));
  const { events, mark: next } = await forge.observe(mark);
  expect(events.map(({ id }) => id)).toContain(`push-${last + 8}`);
  world.now = '2021-06-18T12:00:00Z';
  expect((await forge.observe(next)).events).toEqual([]);
});

test('a run that can do nothing says so on one issue and in its summary, and fails', async () => {
  const { standIn, environment } = game;
  const { world } = standIn;
  const restricted = join(world.gitdir, 'restricted');
  const issues = () => world.posts.filter(({ title }) => title === 'The game is stuck');
  writeFileSync(restricted, 'error: GH013: Repository rule violations found for refs/heads/journal.\n');
  await proposed();
  expect(await game.run()).toBe(1);
  expect(await game.run()).toBe(1);
  expect(issues()).toHaveLength(1);
  expect(issues()[0]).toMatchObject({ closed: false, versions: [] });
  expect(issues()[0]?.body).toContain('GH013');
  expect(readFileSync(environment.GITHUB_STEP_SUMMARY ?? '', 'utf8')).toContain('Restrict updates');
  rmSync(restricted);
  await game.tick();
  expect(issues()[0]).toMatchObject({ closed: true, locked: false });
  await game.tick();
  // The next time it is the same issue.
  writeFileSync(restricted, 'error: GH006: Protected branch update failed for refs/heads/journal.\n');
  await game.table.comment(cy, '1', 'Hello.');
  expect(await game.run()).toBe(1);
  expect(issues()).toHaveLength(1);
  expect(issues()[0]).toMatchObject({ closed: false });
});
