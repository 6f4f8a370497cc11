// A game opened to look at it, so that the next tick can continue it, and one that a tick left open.
import { beforeEach, expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { picturesInMemory } from '../scenario/pictures-in-memory.ts';
import { CachedGame } from './cached-game.ts';
import { ana, bo, cy, dee, eli, kernelGame, memoryVault, type TestGame } from './fixtures/embedded-game.ts';
import {
  continueSession,
  mayComeOfCaches,
  openForTick,
  openSession,
  type SessionOptions,
} from './open-session.ts';

let game: TestGame;
let kept: CachedGame;
const options = async (): Promise<SessionOptions> => ({
  forge: game.forge,
  vault: memoryVault(),
  pictures: await picturesInMemory({}),
  now: game.now,
  caches,
});
beforeEach(async () => {
  game = await kernelGame();
  await game.tick();
  kept = new CachedGame();
});

/** Whether the game was opened, and kept for the next tick. */
async function isKept(): Promise<readonly [isOpened: boolean, isKept: boolean]> {
  const main = await game.mainTip();
  const opened = await openForTick(await options(), main, kept);
  const found = [opened !== null, kept.at(main) !== null] as const;
  kept.close();
  return found;
}
async function pushToMain(changes: Readonly<Record<string, string>>): Promise<void> {
  const pushed = await game.branch(changes);
  const { gitdir } = game.forge.repository;
  await game.disk.write(`${gitdir}/refs/heads/main`, new TextEncoder().encode(`${pushed}\n`));
}

test('shows everything that was said, recorded or not, and writes nothing', async () => {
  const main = await game.mainTip();
  await game.table.open(bo, { kind: 'story', title: 'Once', text: '' });
  const seen = await openSession(await options(), main);
  expect(Object.values(seen.position.open.play.state().posts)).toMatchObject([{ title: 'Once' }]);
  expect(seen.main).toBe(main);
  seen.position.open.play.dispose();
  expect(await game.mainTip()).toBe(main);
});

test('opens a game for the next tick unless that has to restore main or resolve something first', async () => {
  const post = await game.table.open(bo, { kind: 'story', title: 'Once', text: '' });
  expect(await isKept()).toEqual([true, true]);
  await game.tick();
  await pushToMain({ 'README.md': 'x\n' });
  expect(await isKept()).toEqual([true, true]);
  await game.table.comment(bo, post, '/act take-pip');
  await game.table.comment(bo, post, '/act take-pip');
  expect(await isKept()).toEqual([false, false]);
  await game.tick();
  const head = await game.branch({
    'content/ruleset/dynastic/tea.md': '---\ntitle: Tea\norder: 90\n---\nTea.\n',
  });
  const tea = await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '', head });
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, tea, ':for:');
  expect(await isKept()).toEqual([true, true]);
  // A matter that is due is resolved only before the next event.
  game.later(25);
  expect(await isKept()).toEqual([true, true]);
  await game.table.comment(bo, post, 'Twice.');
  expect(await isKept()).toEqual([false, false]);
  await game.tick();
  await pushToMain({ 'content/gamestate/players/bo.md': '---\nname: Boss\n---\n' });
  expect(await isKept()).toEqual([false, false]);
});

test('shows a game left open by a tick until somebody acts or pushes, ignoring the engine’s comments', async () => {
  const shown = async (): Promise<boolean | null> => {
    const seen = await continueSession(await options(), await game.mainTip(), kept);
    return seen && seen.position === kept.position;
  };
  const ticked = async (): Promise<boolean | null> => {
    await game.tick({ cached: kept });
    return shown();
  };
  expect(await shown()).toBeNull();
  expect(await ticked()).toBe(true);
  // It was left at another commit of main.
  expect(await continueSession(await options(), '0'.repeat(40), kept)).toBeNull();
  expect(await ticked()).toBe(true);
  const post = await game.table.open(bo, { kind: 'story', title: 'Once', text: '' });
  expect([await shown(), await ticked()]).toEqual([null, true]);
  await game.forge.comment(post, 'x', 'Hm.');
  expect(await shown()).toBe(true);
  game.later(30);
  expect(await shown()).toBe(true);
  await pushToMain({ 'README.md': 'x\n' });
  expect([await shown(), await ticked()]).toEqual([null, true]);
  kept.close();
});

test('never blames a cache for an error of the machine', () => {
  const distrusted = { distrust: () => true } as never;
  expect(mayComeOfCaches(new Error('odd'), distrusted)).toBe(true);
  expect(mayComeOfCaches(Object.assign(new Error('full'), { code: 'ENOSPC' }), distrusted)).toBe(false);
  expect(mayComeOfCaches(Object.assign(new Error('odd'), { code: 'bad-rule' }), distrusted)).toBe(true);
  expect(mayComeOfCaches(new Error('odd'), { distrust: () => false } as never)).toBe(false);
  expect(mayComeOfCaches('odd', undefined)).toBe(false);
});
