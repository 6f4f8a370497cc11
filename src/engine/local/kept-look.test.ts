import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { advance } from '../../repository/refs.ts';
import { saveReads } from '../kept/keep-reads.ts';
import { readLibrary } from '../library.ts';
import { beginLocalGame } from './begin.ts';
import { lookFile, statusFromKeptLook } from './kept-look.ts';
import { openLocalGame, type LocalGame } from './local-game.ts';
import { readStatus } from './read-status.ts';
import type { Status } from './status.ts';

const ENGINE = Symbol.for('gitnomic.engine');
const START = '2024-03-01T09:00:00Z';
const names = Array.from({ length: 24 }, (_, at) => `p${at}`);
const person = (id: string): Person => ({ id, name: id, bot: false });
let folder = '';
let game: LocalGame;
let hours = 0;
const at = (later: number): string =>
  new Date(Date.parse(START) + later * 3_600_000).toISOString().replace('.000', '');

beforeEach(async () => {
  Reflect.set(globalThis, ENGINE, 'this engine');
  folder = mkdtempSync(join(tmpdir(), 'kept-look-'));
  hours = 0;
  const players = names.map((id, place) => ({ id, admin: place === 0 }));
  const wish = { name: 'Harbour', core: '2021', players };
  await beginLocalGame(folder, readLibrary(), wish, { now: START });
  game = await openLocalGame(folder, { now: () => at(hours) });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, ENGINE);
  rmSync(folder, { recursive: true });
});

/** What a command sees that opens the whole game; `keep` leaves it for the next. */
async function look(keep = false): Promise<Status> {
  const table = await game.look({ keep });
  const status = readStatus(table, game.now());
  table.open.play.dispose();
  saveReads();
  return status;
}

const fromKept = (): Promise<Status | null> => statusFromKeptLook(folder, game.now());

async function proposeAndVote(votes: number): Promise<string> {
  const post = await game.table.open(person('p1'), { kind: 'proposal', title: 'Manners', text: 'Please.' });
  for (const id of names.slice(2, 2 + votes)) await game.table.comment(person(id), post, ':for:');
  return post;
}

test('what a command saw is what the next one would see, at whatever time it asks', async () => {
  await proposeAndVote(20);
  await look(true);
  const said = new Set<string>();
  for (const later of [0, 11, 12, 30, 48, 49, 24 * 9]) {
    hours = later;
    const status = await look();
    expect(await fromKept()).toEqual(status);
    expect(status.queue).toMatchObject([{ for: 21 }]);
    said.add(JSON.stringify({ ...status, now: '' }));
  }
  // Time alone changed something.
  expect(said.size).toBeGreaterThan(1);
}, 60_000);

test('once anything has happened it is looked at anew', async () => {
  const post = await proposeAndVote(1);
  expect(await fromKept()).toBe(null);
  const after = async (act: () => unknown): Promise<void> => {
    await look(true);
    expect(await fromKept()).not.toBe(null);
    await act();
    expect(await fromKept()).toBe(null);
  };
  await after(() => game.table.comment(person('p9'), post, ':against:'));
  await after(() => writeFileSync(join(folder, '.gitnomic/private/values/99-x.json'), '{}'));
  await after(async () => {
    const main = await game.main();
    const author = { name: 'Git', email: '', at: game.now() };
    const changes = new Map([['content/stray.txt', 'stray\n']]);
    const { repository } = game.forge;
    const next = await writeCommit(repository, { parents: [main], changes, author, message: 'Stray\n' });
    await advance(repository, 'main', main, next);
  });
  await after(() => Reflect.set(globalThis, ENGINE, 'another engine'));
}, 60_000);

test('what happens while a command looks is not taken for seen', async () => {
  const post = await proposeAndVote(1);
  const { observe } = game.forge;
  let seen = 0;
  Object.assign(game.forge, {
    observe: async (since: Parameters<typeof observe>[0]) => {
      const observation = await observe(since);
      if (seen++ === 0) await game.table.comment(person('p9'), post, ':for:');
      return observation;
    },
  });
  await look(true);
  expect(existsSync(lookFile(folder))).toBe(false);
}, 60_000);

test('a file that is cut short or of something else is no harm', async () => {
  await look(true);
  for (const text of ['', 'x', '\u0002\u0000\u0000\u0000{}']) {
    writeFileSync(lookFile(folder), text);
    expect(await fromKept()).toBe(null);
  }
}, 60_000);
