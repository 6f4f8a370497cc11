// A game that stays open while it is served is at each moment the game that anybody else would open.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { contentOfPosition } from '../../src/tick/current-content.ts';
import { Caches } from '../../src/cache/caches.ts';
import type { Position } from '../../src/session/position/position.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import {
  actAndTell,
  letTimePass,
  sayInComment,
  voteInComment,
  type StepOutcome,
} from '../../src/seat/take-step.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { openHome, START, type TestHome } from './open-home.ts';

let home: TestHome;
let served: HomeGame;
let open: { close(): void };
beforeAll(async () => {
  home = await openHome();
  await home.server.close();
  served = await openLocalGame(home.folder, { now: START, caches: new Caches() });
  open = served.keepOpen();
});
afterAll(async () => {
  open.close();
  await home.close().catch(() => undefined);
});

const person = (id: string) => ({ id, name: id, bot: false });
const elsewhere = (): Promise<HomeGame> =>
  openLocalGame(home.folder, { now: served.now(), caches: new Caches() });
const shownBy = async (game: HomeGame): Promise<ReadonlyMap<string, string>> => {
  const files = await game.content();
  return withPosition(game, (position) => contentOfPosition(position, files));
};
const seen = (game: HomeGame): Promise<Position> => withPosition(game, (position) => position);
const post = (game: HomeGame, who: string, title: string): Promise<StepOutcome> =>
  actAndTell(game, () => game.people.open(person(who), { title, text: 'Once.', kind: 'story' }));

/** Each leads to something else: a commit, a line of the journal alone, a refusal, a resolution. */
const DEEDS: readonly (readonly [string, (game: HomeGame) => Promise<StepOutcome>])[] = [
  ['a story', (game) => post(game, 'ana', 'A tale')],
  ['a comment', (game) => sayInComment(game, person('bo'), '1', 'Gladly.')],
  [
    'a proposal',
    (game) =>
      actAndTell(game, () =>
        game.people.open(person('cy'), { title: 'Thanks', text: 'And thanks.', kind: 'proposal' }),
      ),
  ],
  ['a vote', (game) => voteInComment(game, person('ana'), '2', 'for', 'Yes.')],
  ['an action that is refused', (game) => sayInComment(game, person('ana'), '1', '/act fly')],
  ['a roll', (game) => sayInComment(game, person('dee'), '1', 'DICE6')],
  ['two days', (game) => letTimePass(game, 50 * 3_600_000)],
  ['another story', (game) => post(game, 'eli', 'Another tale')],
];

test('an open game shows after each deed what a freshly opened one shows', async () => {
  for (const [name, deed] of DEEDS) {
    const { ok } = await deed(served);
    expect([name, ok]).toEqual([name, !name.includes('refused')]);
    const [here, anew] = [await shownBy(served), await shownBy(await elsewhere())];
    expect([name, [...here].filter(([path, text]) => anew.get(path) !== text)]).toEqual([name, []]);
    expect([name, here.size]).toEqual([name, anew.size]);
  }

  const { posts } = await withPosition(served, ({ open: { play } }) => play.state());
  expect(Object.values(posts).map(({ kind, status }) => `${kind} ${String(status)}`)).toEqual([
    'story null',
    'proposal enacted',
    'story null',
  ]);
});

test('all readers borrow the same position, and nothing that somebody tried in it stays', async () => {
  const first = await seen(served);
  expect(await seen(served)).toBe(first);
  await withPosition(served, async () => expect(await seen(served)).not.toBe(first));
  const story = {
    type: 'post',
    at: served.now(),
    by: 'bo',
    id: 'tried',
    kind: 'story',
    title: 'A',
    text: 'b',
  } as const;
  await withPosition(served, ({ rules }) => expect(rules.take(story).ok).toBe(true));
  const next = await seen(served);
  expect(next).not.toBe(first);
  await withPosition(served, ({ open: { play } }) =>
    expect(Object.keys(play.state().posts)).not.toContain('tried'),
  );
});

test('sees another process’s deed, and the next deed here goes on from it', async () => {
  await seen(served);
  await post(await elsewhere(), 'bo', 'From elsewhere');
  expect([...(await shownBy(served)).values()].join('\n')).toContain('From elsewhere');
  await sayInComment(await elsewhere(), person('cy'), '1', 'Words from elsewhere.');
  await sayInComment(served, person('dee'), '1', 'Words from here.');
  const [here, anew] = [await shownBy(served), await shownBy(await elsewhere())];
  expect(here).toEqual(anew);
  const all = [...here.values()].join('\n');
  for (const words of ['Words from elsewhere.', 'Words from here.']) expect(all.split(words).length).toBe(2);
});

test('a borrower’s position stays the same while something happens', async () => {
  await withPosition(served, async (position) => {
    const before = position.open.play.state();
    await post(served, 'cy', 'Meanwhile');
    expect(position.open.play.state()).toEqual(before);
  });
  expect([...(await shownBy(served)).values()].join('\n')).toContain('Meanwhile');
});

test('simultaneous borrowers share a position, and nobody else gets it until the last has returned it', async () => {
  const elsewhereOpen = await elsewhere();
  const kept = elsewhereOpen.keepOpen();
  const stateOf = ({ open: { play } }: Position): unknown => play.state();
  const borrow = async (): Promise<Position | null> => (await elsewhereOpen.borrow?.()) ?? null;
  const [first, second] = await Promise.all([borrow(), borrow()]);
  if (first === null || second === null) throw new Error('both were to have it');
  expect(second).toBe(first);
  const before = stateOf(first);
  elsewhereOpen.giveBack?.(first);
  // A game that is opened now must not be played in the sandbox that the other one still has.
  const others = await Promise.all([elsewhereOpen.openPosition(), elsewhereOpen.openPosition()]);
  for (const other of others) expect(other.open.play.sandbox).not.toBe(second.open.play.sandbox);
  expect(await borrow()).toBeNull();
  expect(stateOf(second)).toEqual(before);
  elsewhereOpen.giveBack?.(second);
  expect(await borrow()).toBe(first);
  elsewhereOpen.giveBack?.(first);
  for (const other of others) other.open.play.dispose();
  kept.close();
});

test('closing while several borrow a position leaves it to them until they’re done, and ends it once', async () => {
  const elsewhereOpen = await elsewhere();
  const kept = elsewhereOpen.keepOpen();
  const [first] = await Promise.all([elsewhereOpen.borrow?.(), elsewhereOpen.borrow?.()]);
  if (first === null || first === undefined) throw new Error('it was to be had');
  const before = first.open.play.state();
  kept.close();
  elsewhereOpen.giveBack?.(first);
  const other = await elsewhereOpen.openPosition();
  expect(other.open.play.sandbox).not.toBe(first.open.play.sandbox);
  expect(first.open.play.state()).toEqual(before);
  elsewhereOpen.giveBack?.(first);
  first.open.play.dispose();
  const [third, fourth] = [await elsewhereOpen.openPosition(), await elsewhereOpen.openPosition()];
  expect(third.open.play.sandbox).not.toBe(fourth.open.play.sandbox);
  for (const one of [other, third, fourth]) one.open.play.dispose();
});

test('another process’s private values or reader’s key reopen the game once, and another key each time', async () => {
  const game = await elsewhere();
  const kept = game.keepOpen();
  const { work } = game.caches.sandboxes;
  const opened = async (): Promise<number> => {
    const before = work.games;
    await sayInComment(game, person('bo'), '1', 'Once more.');
    await seen(game);
    return work.games - before;
  };
  await opened();
  expect(await opened()).toBe(0);
  const own = join(home.folder, '.gitnomic/private');
  const beside = async (name: string): Promise<readonly number[]> => {
    writeFileSync(join(own, name), '{}\n');
    const first = await opened();
    return [Math.min(first, 1), await opened()];
  };
  expect(await beside('values/0-x.json')).toEqual([1, 0]);
  expect(await beside('reader-bo.key')).toEqual([1, 0]);
  const [first, second] = await beside('older-keys.txt');
  expect([first, second !== 0]).toEqual([1, true]);
  kept.close();
});
