// GitHub may leave out any part of an answer. A matter on which a vote may be missing is held until all of it is read.
import { cpSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { ana, bo, cy, dee, eli, fay, playAt, playOnGitHub, type ActionGame } from './action-game.ts';
import { readGame } from '../../src/store/read-game.ts';
import { MEANT, nameOf, nullPlaces } from './published/graphql.ts';
import { startStandIn } from './stand-in/server.ts';
import type { World } from './stand-in/world.ts';

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 300_000 });

const NIGHT = 'content/ruleset/dynastic/night.md';
const all = process.env['GITNOMIC_FAULTS'] === 'all';

/** Ways in which ana and cy change their minds. Without either vote, the proposal would have its quorum of four. */
const WAYS: Readonly<Record<string, (game: ActionGame, post: string) => Promise<unknown>>> = {
  'a comment and a review': async ({ table }, post) => {
    await table.comment(ana, post, ':against:');
    await table.review(cy, post, 'comment', ':against:');
  },
  'a reaction and a comment that was edited later': async ({ table, standIn }, post) => {
    await table.react(ana, post, '-1');
    const comment = await table.comment(cy, post, ':against:');
    standIn.world.now = '2021-06-18T12:30:00Z';
    await table.editComment(cy, post, comment, 'I am sorry.');
  },
};

/** What GitHub does to each answer. */
type Fault = (world: World) => void;
const slow =
  (status: number): Fault =>
  (world) =>
    void (world.tooSlow = { query: /\bp3: /u, status });
const isMissing =
  (name: string): Fault =>
  (world) =>
    void (world.isNull = (place) => nameOf(place) === name);

describe.each(Object.keys(WAYS))('votes by %s', (way) => {
  let before: ActionGame;
  const queries = new Set<string>();
  beforeAll(async () => {
    before = await playOnGitHub();
    const { world } = before.standIn;
    const post = await before.propose(bo, 'Night', { [NIGHT]: '---\ntitle: Night\n---\nIt is night.\n' });
    for (const voter of [ana, cy, dee, eli]) await before.table.comment(voter, String(post.number), ':for:');
    await before.tick();
    if (post.number !== 3) throw new Error(`The proposal is number ${post.number}.`);
    world.now = '2021-06-18T12:00:00Z';
    await WAYS[way]?.(before, '3');
    world.now = '2021-06-18T22:30:00Z';
  });
  afterAll(() => before.standIn.close());

  /** Ticks with this fault and then without it; gives how the matter looked in between. */
  async function goOn(fault: Fault): Promise<string> {
    const standIn = await startStandIn();
    const { world } = standIn;
    try {
      cpSync(before.standIn.world.gitdir, world.gitdir, { recursive: true, force: true });
      world.goOnFrom(before.standIn.world);
      const game = await playAt(standIn);
      fault(world);
      await game.run();
      for (const query of world.queries) queries.add(query);
      expect((await game.content()).has(NIGHT)).toBe(false);
      expect(game.post('3')).toMatchObject({ closed: false, locked: false });
      const held = [...game.post('3').labels, ...game.comments(game.post('3'), 'standing')].join('\n');
      [world.tooSlow, world.isNull] = [null, () => false];
      world.now = '2021-06-18T23:00:00Z';
      await game.tick();
      expect((await game.content()).has(NIGHT)).toBe(false);
      await game.table.comment(fay, '3', ':for:');
      await game.tick();
      const content = await game.content();
      expect(content.get(NIGHT)).toContain('It is night.');
      expect(readGame(content).state?.posts['3']?.tally).toMatchObject({ for: 4, against: 2 });
      return held;
    } finally {
      await standIn.close();
    }
  }
  test('count in the end even if GitHub doesn’t answer for the post', async () => {
    expect(await goOn(slow(502))).toMatch(/game\/stuck[\s\S]*votes may be missing/u);
  });

  test('count in the end whatever part of the answer is missing', async () => {
    const places = new Set([...queries].flatMap(nullPlaces).map(nameOf));
    const names = [...places].filter((name) => !MEANT.has(name));
    expect(names.length).toBeGreaterThan(30);
    for (const name of names.filter((_, index) => all || index % 29 === 3)) {
      await goOn(isMissing(name)).catch((cause: unknown) => {
        throw new Error(`${name} is missing`, { cause });
      });
    }
  });
});
