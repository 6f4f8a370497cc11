// A game that is opened in a folder: what is refused, what is due first, and who shares an open position.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import type { Position } from '../../session/position/position.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { readGame } from '../../store/read-game.ts';
import type { HomeGame } from '../game.ts';
import { beginLocalGame } from './begin.ts';
import { openLocalGame } from './local-game.ts';

const person = (id: string) => ({ id, name: id, bot: false });
const NOW = '2030-06-03T09:00:00Z';
const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-opened-'));
const whole = join(scratch, 'whole');
let folder = '';
beforeAll(async () => {
  const players = ['ana', 'bo', 'cy'].map((id) => ({ id, admin: id === 'ana', emperor: id === 'cy' }));
  const wish = { name: 'Hall', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(whole, shippedLibrary, wish, { now: NOW, caches });
  await game.thread();
});
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'game-'));
  cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const own = (path: string): string => join(folder, '.gitnomic', path);
const open = (now = NOW): Promise<HomeGame> => openLocalGame(folder, { now, caches });

test('promises from the beginning what chance will decide', async () => {
  const { content, vault } = await open();
  const { dice, secret } = vault.seeds;
  const { game, facts } = readGame(await content());
  expect(game.dice).toEqual({ source: 'committed', hash: commitmentToSeed(dice ?? new Uint8Array()) });
  expect(facts.seeds).toMatchObject([{ hash: commitmentToSeed(secret ?? new Uint8Array()) }]);
});

test('opening a game keeps its secrets from Git', async () => {
  rmSync(own('.gitignore'));
  await open();
  expect(readFileSync(own('.gitignore'), 'utf8')).toBe('*\n');
});

test('doesn’t open a forge that lost its log, since that would make an empty one', async () => {
  rmSync(own('forge/events.jsonl'));
  await expect(open()).rejects.toMatchObject({ code: 'forge-lost' });
  expect(existsSync(own('forge/events.jsonl'))).toBe(false);
});

test('each use reports that there is no game, or that its forge is lost', async () => {
  rmSync(own('.'), { recursive: true });
  const lost = await open();
  for (const use of [lost.main, lost.openPosition, lost.content])
    await expect(use()).rejects.toMatchObject({ code: 'forge-lost' });
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const none = await open();
  for (const use of [none.main, none.tick, none.status])
    await expect(use()).rejects.toMatchObject({ code: 'no-game' });
});

test('while the clock may be wrong, nobody can act, and the status says so', async () => {
  const game = await open('2039-06-03T09:00:00Z');
  const leaps = { code: 'clock-leaps' };
  await expect(game.say(person('bo'), await game.thread(), 'Hm.')).rejects.toMatchObject(leaps);
  await expect(game.tick()).rejects.toMatchObject(leaps);
  const { failing } = await game.status();
  expect(failing).toEqual([expect.stringContaining('By this machine’s clock it is 2039-06-03')]);
  game.forward(0);
  await game.say(person('bo'), await game.thread(), 'Hm.');
  expect((await game.status()).failing).toEqual([]);
});

test('only an Admin can go back, and nobody in a dry run', async () => {
  const game = await open();
  const thread = await game.thread();
  const answers = (): number =>
    readFileSync(own('forge/events.jsonl'), 'utf8').split('Only an Admin can do this').length - 1;
  await roll(game);
  await game.say(person('bo'), thread, 'I would not /recover.');
  await game.tick();
  await game.say(person('bo'), thread, '/recover');
  await game.tick();
  expect(answers()).toBe(1);
  await game.say(person('bo'), thread, '/recover');
  await game.tick({ dryRun: true });
  expect(answers()).toBe(1);
  // A look extends the journal and answers nothing.
  await game.status();
  await game.tick();
  expect(answers()).toBe(2);
  const log = readFileSync(own('forge/events.jsonl'), 'utf8');
  await game.tick();
  expect(readFileSync(own('forge/events.jsonl'), 'utf8')).toBe(log);
});

test('fetches pictures by the given network', async () => {
  const asked: string[] = [];
  const network = {
    resolve: (host: string) => {
      asked.push(host);
      return Promise.reject(new Error('no such host'));
    },
    get: () => Promise.reject(new Error('unused')),
  };
  const { pictures } = await openLocalGame(folder, { now: NOW, caches, network });
  await pictures.gather(['https://pictures.example/x.png']);
  expect(asked).toEqual(['pictures.example']);
});

const roll = async (game: HomeGame): Promise<void> => {
  await game.say(person('bo'), await game.thread(), '/roll DICE6');
  await game.tick();
};
const rollsIn = (position: Position | null | undefined): number =>
  position?.open.play.ledger.filter(({ what }) => what === 'roll').length ?? -1;
/** Whether it can still be asked: one that was let go refuses. */
const isOpen = ({ open: { play } }: Position): boolean => {
  try {
    return !play.sandbox.dead;
  } catch {
    return false;
  }
};
async function lent(game: HomeGame): Promise<Position> {
  const position = await game.borrow?.();
  if (position === null || position === undefined) throw new Error('nothing is lent');
  return position;
}

test('lends nothing from a game that nobody keeps open, and closing twice closes once', async () => {
  const game = await open();
  expect(await game.borrow?.()).toBeNull();
  const [one, two] = [game.keepOpen(), game.keepOpen()];
  one.close();
  one.close();
  const position = await lent(game);
  two.close();
  // The last borrower finishes.
  expect(isOpen(position)).toBe(true);
  expect(await game.borrow?.()).toBeNull();
  game.giveBack?.(position);
  expect(isOpen(position)).toBe(false);
  const other = await game.openPosition();
  game.giveBack?.(other);
  expect(isOpen(other)).toBe(false);
});

test('lends one position to those who ask at once, and to later ones once all have returned it', async () => {
  const game = await open();
  const kept = game.keepOpen();
  const [first, second] = await Promise.all([lent(game), lent(game)]);
  expect(second).toBe(first);
  expect(await game.borrow?.()).toBeNull();
  game.giveBack?.(first);
  expect(await game.borrow?.()).toBeNull();
  game.giveBack?.(first);
  expect(await lent(game)).toBe(first);
  kept.close();
  game.giveBack?.(first);
  expect(isOpen(first)).toBe(false);
});

test('a borrower sees what ticks here and elsewhere did, and a lent position stays as it was', async () => {
  const game = await open();
  const kept = game.keepOpen();
  const views: number[] = [];
  const view = async (): Promise<void> => {
    const position = await lent(game);
    views.push(rollsIn(position));
    game.giveBack?.(position);
  };
  await view();
  await roll(game);
  await view();
  await roll(await open());
  await view();
  await roll(game);
  await view();
  expect(views).toEqual([0, 1, 2, 3]);
  const out = await lent(game);
  await roll(game);
  expect([rollsIn(out), isOpen(out)]).toEqual([3, true]);
  await view();
  expect([views.at(-1), isOpen(out)]).toEqual([4, true]);
  game.giveBack?.(out);
  expect(isOpen(out)).toBe(false);
  await view();
  expect(views.at(-1)).toBe(4);
  // A dry run leaves the open game alone.
  await game.say(person('bo'), await game.thread(), '/roll DICE6');
  const main = await game.main();
  await game.tick({ dryRun: true });
  await view();
  expect(await game.main()).toBe(main);
  await game.tick();
  expect(await game.main()).not.toBe(main);
  await view();
  expect(views.at(-1)).toBe(5);
  kept.close();
});

test('doesn’t lend a position again that a borrower used for more than looking', async () => {
  const game = await open();
  const kept = game.keepOpen();
  const position = await lent(game);
  position.rules.wantedPictures.add('https://pictures.example/x.png');
  game.giveBack?.(position);
  expect(isOpen(position)).toBe(false);
  const next = await lent(game);
  expect([next === position, next.rules.wantedPictures.size]).toEqual([false, 0]);
  game.giveBack?.(next);
  expect(await lent(game)).toBe(next);
  kept.close();
  game.giveBack?.(next);
});

test('reads private values that another command stored before the next look', async () => {
  const game = await open();
  const kept = game.keepOpen();
  const before = await lent(game);
  game.giveBack?.(before);
  mkdirSync(own('private/values'), { recursive: true });
  writeFileSync(own('private/values/other.json'), '{}');
  const after = await lent(game);
  expect([after === before, isOpen(before), isOpen(after)]).toEqual([false, false, true]);
  game.giveBack?.(after);
  kept.close();
  expect(isOpen(after)).toBe(false);
});
