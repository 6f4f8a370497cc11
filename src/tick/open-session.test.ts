// A game opened to look at it, and one that stays open between two looks.
import { beforeEach, expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { picturesInMemory } from '../scenario/pictures-in-memory.ts';
import { CachedGame } from './cached-game.ts';
import { bo, cy, kernelGame, memoryVault, type TestGame } from './fixtures/embedded-game.ts';
import {
  continueSession,
  mayComeOfCaches,
  openForTick,
  openSession,
  type SessionOptions,
} from './open-session.ts';

let game: TestGame;
let options: SessionOptions;
beforeEach(async () => {
  game = await kernelGame();
  options = {
    forge: game.forge,
    vault: memoryVault(),
    pictures: await picturesInMemory({}),
    now: game.now,
    caches,
  };
});
const titles = (
  seen: { readonly position: { readonly open: { readonly play: { state(): { posts: object } } } } } | null,
) =>
  seen === null
    ? null
    : Object.values(seen.position.open.play.state().posts as Record<string, { title: string }>).map(
        ({ title }) => title,
      );

test('it shows everything that was said, written or not, and writes nothing', async () => {
  const main = await game.mainTip();
  await game.table.open(bo, { kind: 'story', title: 'Once', text: '' });
  const seen = await openSession(options, main);
  expect(titles(seen)).toEqual(['Once']);
  expect(seen.main).toBe(main);
  seen.position.open.play.dispose();
  expect(await game.mainTip()).toBe(main);
});

test('a game that only a tick may go on with is not opened for one', async () => {
  const kept = new CachedGame();
  const main = await game.mainTip();
  const opened = await openForTick(options, main, kept);
  expect(opened === null).toBe(kept.position === null);
  expect(titles(opened)).toEqual(opened === null ? null : []);
  kept.close();
});

test('a game that a tick left open goes on until somebody else acts', async () => {
  const kept = new CachedGame();
  expect(await continueSession(options, await game.mainTip(), kept)).toBeNull();
  await game.table.open(bo, { kind: 'story', title: 'Once', text: '' });
  await game.tick({ cached: kept });
  const main = await game.mainTip();
  const seen = await continueSession(options, main, kept);
  expect(titles(seen)).toEqual(['Once']);
  expect(seen?.position).toBe(kept.position);
  // A tick has to answer people who act.
  await game.table.open(cy, { kind: 'story', title: 'Twice', text: '' });
  expect(await continueSession(options, main, kept)).toBeNull();
  await game.tick({ cached: kept });
  expect(titles(await continueSession(options, await game.mainTip(), kept))).toEqual(['Once', 'Twice']);
  // It was left at another commit of main.
  expect(await continueSession(options, '0'.repeat(40), kept)).toBeNull();
  kept.close();
});

test('an error of the machine is never laid to a cache', () => {
  const distrusted = { distrust: () => true } as never;
  expect(mayComeOfCaches(new Error('odd'), distrusted)).toBe(true);
  expect(mayComeOfCaches(Object.assign(new Error('full'), { code: 'ENOSPC' }), distrusted)).toBe(false);
  expect(mayComeOfCaches(Object.assign(new Error('odd'), { code: 'bad-rule' }), distrusted)).toBe(true);
  expect(mayComeOfCaches(new Error('odd'), { distrust: () => false } as never)).toBe(false);
  expect(mayComeOfCaches('odd', undefined)).toBe(false);
});
