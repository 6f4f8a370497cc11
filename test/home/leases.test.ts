// Whoever reads a game that stays open, acts in it or closes it, while others do: nobody gets another's sandbox, and none is kept for nobody.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { contentOfPosition } from '../../src/tick/current-content.ts';
import { Caches } from '../../src/cache/caches.ts';
import type { Position } from '../../src/session/position/position.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { ENGINE_FOLDER, type HomeGame } from '../../src/host/game.ts';
import type { State } from '../../src/kernel/state.ts';
import { Play } from '../../src/session/play/play.ts';
import { Luck } from '../../src/addons/programs/game-trial.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { GatedDisk, quiet } from './gated-disk.ts';
import { SandboxBooks } from './sandbox-books.ts';

const NOW = '2024-03-01T09:00:00Z';
const FULL = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
const person = (id: string) => ({ id, name: id, bot: false });

let root = '';
let books: SandboxBooks;
/** Of the process that has both games open: they share a pool. */
const caches = new Caches(null);
const folders = { harbour: '', island: '' };
beforeAll(async () => {
  books = new SandboxBooks();
  root = mkdtempSync(join(tmpdir(), 'gitnomic-leases-'));
  for (const name of ['harbour', 'island'] as const) {
    folders[name] = join(root, name);
    const players = ['ana', 'bo', name].map((id) => ({ id, admin: id === 'ana' }));
    await beginLocalGame(
      folders[name],
      shippedLibrary,
      { name, core: '2021', players },
      { now: NOW, caches },
    );
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let gate: GatedDisk;
let game: HomeGame;
let kept: { close(): void };
beforeEach(async () => {
  gate = new GatedDisk();
  game = await openLocalGame(folders.harbour, { now: NOW, caches, disk: gate.over });
  kept = game.keepOpen();
});
/** Once all is given back and closed nobody has a sandbox, and nobody got one that was another's. */
afterEach(async () => {
  gate.open();
  kept.close();
  await quiet();
  books.assertClosed();
});

const borrow = async (): Promise<Position | null> => (await game.borrow?.()) ?? null;
const giveBack = (position: Position | null): void => {
  if (position !== null) game.giveBack?.(position);
};
const shownBy = async (one: HomeGame): Promise<ReadonlyMap<string, string>> => {
  const files = await one.content();
  return withPosition(one, (position) => contentOfPosition(position, files));
};
/** As somebody else sees it who opens it just now. */
const anew = (folder = folders.harbour): Promise<ReadonlyMap<string, string>> =>
  openLocalGame(folder, { now: NOW, caches: new Caches(null) }).then(shownBy);

async function assertShownAsItIs(): Promise<void> {
  const [here, there] = [await shownBy(game), await anew()];
  expect([...here].filter(([path, text]) => there.get(path) !== text)).toEqual([]);
  expect(here.size).toBe(there.size);
}

/** A proposal, of which a look takes in all, and a roll below it, which makes a commit. */
async function say(who: string, text: string, isRolled = true): Promise<void> {
  const post = await game.people.open(person(who), { title: text, text: 'Once.', kind: 'proposal' });
  if (isRolled) await game.people.comment(person(who), post, 'DICE6');
}

/** Another game that is opened meanwhile: for that a sandbox is taken from the same pool. */
async function openAnother(): Promise<() => void> {
  const { open } = await (await openLocalGame(folders.island, { now: NOW, caches })).openPosition();
  const before = JSON.stringify(open.play.state());
  return () => {
    expect(JSON.stringify(open.play.state())).toBe(before);
    expect(Object.keys(open.play.state().players)).toContain('island');
    open.play.dispose();
  };
}

/**
 * Lets everything through, one at a time, until what is waited for is done, while others open another game again and again; `fails` says
 * of which write it is told that the disk is full.
 */
async function letAll<T>(
  work: Promise<T>,
  fails = -1,
): Promise<{ readonly done: T; readonly moments: number }> {
  const on = { isDone: false };
  const end = (): void => {
    on.isDone = true;
  };
  work.then(end, end);
  const others: Promise<() => void>[] = [];
  let [moments, writes] = [0, 0];
  while (!on.isDone) {
    const [next] = gate.waiting;
    if (next !== undefined) moments += 1;
    await gate.let(0, next === 'write' && writes++ === fails ? FULL : undefined);
    if (moments % 10 === 9 && others.length < 4) others.push(openAnother());
  }
  for (const close of await Promise.all(others)) close();
  return { done: await work, moments };
}

/** How many reads and writes it takes: so many moments there are at which something else may come. */
async function momentsOf(work: () => Promise<unknown>): Promise<number> {
  gate.isShut = true;
  const { moments } = await letAll(work());
  gate.isShut = false;
  return moments;
}

const SOME = 3;
const someOf = (moments: number): readonly number[] =>
  Array.from({ length: SOME }, (_, at) => Math.floor((at * moments) / SOME));

test('a tick that comes at any moment of a look waits for it, and both see the current game', async () => {
  await say('ana', 'before');
  await game.tick();
  const moments = await momentsOf(() => withPosition(game, () => undefined));
  for (const moment of someOf(moments)) {
    await say('ana', `at ${moment}`, moment === 0);
    gate.isShut = true;
    const looked = borrow();
    await quiet();
    for (let at = 0; at < moment; at++) await gate.let();
    const ticked = game.tick();
    const { done } = await letAll(Promise.all([looked, ticked]));
    const [position] = done;
    gate.isShut = false;
    const before = position?.open.play.state();
    await assertShownAsItIs();
    expect(position?.open.play.state()).toEqual(before);
    giveBack(position);
  }
  await assertShownAsItIs();
});

test('looking during a tick shows nothing that isn’t on main yet, and a failed tick harms nobody', async () => {
  await withPosition(game, () => undefined);
  await say('bo', 'a tick under way');
  const moments = await momentsOf(() => game.tick());
  for (const fails of [false, true])
    for (const moment of someOf(moments)) {
      await say('bo', `${fails ? 'fails' : 'goes well'} at ${moment}`);
      gate.isShut = true;
      const ticked = game.tick().then(
        () => true,
        () => false,
      );
      await quiet();
      for (let at = 0; at < moment; at++) await gate.let();
      const looked = withPosition(game, async (position) => {
        const before = position.open.play.state();
        await quiet();
        expect([position.open.play.state(), books.isFree(position.open.play.sandbox)]).toEqual([
          before,
          false,
        ]);
      });
      await letAll(Promise.all([ticked, looked]), fails ? 0 : -1);
      gate.isShut = false;
      await assertShownAsItIs();
    }
});

test('after a failed tick nobody is lent what it had', async () => {
  await withPosition(game, () => undefined);
  let failed = 0;
  for (let fails = 0; fails < SOME; fails++) {
    await say('ana', `fails ${fails}`, fails > 1);
    await withPosition(game, () => undefined);
    gate.isShut = true;
    const ticked = game.tick().then(
      () => undefined,
      () => (failed += 1),
    );
    await letAll(ticked, fails);
    gate.isShut = false;
    await withPosition(game, ({ open }) => expect(books.isFree(open.play.sandbox)).toBe(false));
    await assertShownAsItIs();
  }
  expect(failed).toBeGreaterThan(0);
});

test('what is closed at any moment of a look or a tick finishes first', async () => {
  const ways: readonly (() => Promise<unknown>)[] = [
    () => withPosition(game, ({ open: { play } }) => play.state()),
    () => game.tick(),
  ];
  for (const begin of ways) {
    await say('bo', 'closed');
    const moments = await momentsOf(begin);
    for (const moment of someOf(moments)) {
      await say('bo', `closed at ${moment}`);
      gate.isShut = true;
      const running = begin();
      await quiet();
      for (let at = 0; at < moment; at++) await gate.let();
      kept.close();
      await letAll(running);
      gate.isShut = false;
      await quiet();
      expect([books.wrong, books.lent]).toEqual([[], 0]);
      kept = game.keepOpen();
    }
  }
  await assertShownAsItIs();
});

test('a game stays open until its last keeper closes it, and each keeper closes it only once', async () => {
  const other = game.keepOpen();
  const first = await borrow();
  giveBack(first);
  kept.close();
  kept.close();
  expect(await borrow()).toBe(first);
  giveBack(first);
  other.close();
  expect([await borrow(), books.lent]).toEqual([null, 0]);
  kept.close();
  kept = game.keepOpen();
  other.close();
  const next = await borrow();
  expect(next).not.toBeNull();
  giveBack(next);
});

test('borrowers of a closed game keep it until each is done, whoever borrows what was opened since', async () => {
  const [first, second] = await Promise.all([borrow(), borrow()]);
  kept.close();
  kept = game.keepOpen();
  const since = await borrow();
  giveBack(first);
  expect(second !== null && books.isFree(second.open.play.sandbox)).toBe(false);
  giveBack(since);
  giveBack(second);
});

test('gives back what a failed look had borrowed', async () => {
  const log = join(folders.harbour, ENGINE_FOLDER, 'forge', 'events.jsonl');
  const own = new Caches('this engine');
  game = await openLocalGame(folders.harbour, { now: NOW, caches: own, disk: gate.over });
  kept.close();
  kept = game.keepOpen();
  giveBack(await borrow());
  renameSync(log, `${log}.away`);
  await game.status().catch(() => undefined);
  renameSync(`${log}.away`, log);
  const after = await borrow();
  expect(after).not.toBeNull();
  giveBack(after);
});

test('a game that fails to start leaves its sandbox to the next one', async () => {
  const rules = await withPosition(game, ({ open: { play } }) => ({ files: play.files, terms: play.terms }));
  kept.close();
  const begun = Play.start({ ...rules, state: {} as State, draw: () => 1, caches });
  await expect(begun).rejects.toThrow(/convert to object/u);
  expect(books.lent).toBe(0);
});

test('asking a disposed game throws', async () => {
  const { play } = (await game.openPosition()).open;
  play.dispose();
  play.dispose();
  for (const ask of [() => play.state(), () => play.sandbox, () => play.query(NOW, [['quorum']])])
    expect(ask).toThrow('disposed of');
});

async function playAnother(): Promise<void> {
  const close = await openAnother();
  for (let turns = 0; turns < 20; turns++) await quiet();
  close();
}

async function read(): Promise<void> {
  await withPosition(game, async ({ open: { play } }) => {
    const before = JSON.stringify(play.state());
    for (let turns = 0; turns < 5; turns++) await quiet();
    expect([JSON.stringify(play.state()), books.isFree(play.sandbox)]).toEqual([before, false]);
    expect(Object.keys(play.state().players)).toContain('harbour');
  });
}

const MUCH: Readonly<Record<string, () => Promise<unknown>>> = {
  read,
  'read at a glance': () => game.status(),
  act: () => say('ana', 'among much').then(() => game.tick()),
  say: () => say('bo', 'among much'),
  tick: () => game.tick(),
  'play another': playAnother,
  close: () => {
    kept.close();
    kept = game.keepOpen();
    return Promise.resolve();
  },
};

test.each(['a', 'b', 'c'])('whatever comes at once, in any order, each gets their own: %s', async (seed) => {
  const luck = new Luck(seed);
  const wrong: string[] = [];
  const all = { left: 14, running: 0 };
  const begin = (): void => {
    const [name, run] = luck.one(Object.entries(MUCH)) ?? raise('there is much to do');
    all.left -= 1;
    all.running += 1;
    run()
      .catch((error: unknown) => {
        if (!String(error).includes(FULL.message)) wrong.push(`${name}: ${String(error)}`);
      })
      .finally(() => (all.running -= 1));
  };
  gate.isShut = true;
  while (all.left > 0 || all.running > 0) {
    if (all.left > 0 && (all.running === 0 || luck.number(12) === 0)) begin();
    const at = luck.number(Math.max(1, gate.waiting.length));
    const fails = gate.waiting[at] === 'write' && luck.number(40) === 0;
    await gate.let(at, fails ? FULL : undefined);
  }
  gate.open();
  expect(wrong).toEqual([]);
  await assertShownAsItIs();
});

function raise(what: string): never {
  throw new Error(what);
}
