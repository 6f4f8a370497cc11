import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { advance } from '../../repository/refs.ts';
import { Caches } from '../../cache/caches.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { beginLocalGame } from './begin.ts';
import { lookFile, statusFromKeptLook } from './kept-look.ts';
import type { HomeGame } from '../game.ts';
import { openLocalGame } from './local-game.ts';
import { readStatus, stuckIn } from '../../apply/read-status.ts';
import type { Status } from '../../apply/status.ts';
import type { Position } from '../../decide/position.ts';

const START = '2024-03-01T09:00:00Z';
const names = Array.from({ length: 24 }, (_, at) => `p${at}`);
const person = (id: string): Person => ({ id, name: id, bot: false });
let folder = '';
let game: HomeGame;
let hours = 0;
/** Of the process that has the game open. */
let caches = new Caches(null);
const at = (later: number): string =>
  new Date(Date.parse(START) + later * 3_600_000).toISOString().replace('.000', '');

beforeEach(async () => {
  caches = new Caches('this engine');
  folder = mkdtempSync(join(tmpdir(), 'kept-look-'));
  hours = 0;
  const players = names.map((id, place) => ({ id, admin: place === 0 }));
  const wish = { name: 'Harbour', core: '2021', players };
  await beginLocalGame(folder, shippedLibrary, wish, { now: START, caches });
  game = await open();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function raise(what: string): never {
  throw new Error(what);
}

/** What a command sees that opens the whole game. */
async function look(): Promise<Status> {
  const table = await game.look();
  const status = readStatus(table, game.now(), { stuck: stuckIn(table, game) });
  table.open.play.dispose();
  return status;
}

/** The same, left for the next command. */
async function lookAndLeave(): Promise<Status> {
  const status = await (await open()).status();
  await caches.finish();
  return status;
}

/** As each command opens it. */
const open = (): Promise<HomeGame> => openLocalGame(folder, { now: () => at(hours), caches });

const fromKept = (): Promise<Status | null> => statusFromKeptLook(folder, game.now(), caches);

async function proposeAndVote(votes: number): Promise<string> {
  const post = await game.people.open(person('p1'), { kind: 'proposal', title: 'Manners', text: 'Please.' });
  for (const id of names.slice(2, 2 + votes)) await game.say(person(id), post, ':for:');
  return post;
}

test('what a command saw is what the next one would see, at whatever time it asks', async () => {
  await proposeAndVote(20);
  await lookAndLeave();
  const said = new Set<string>();
  for (const later of [0, 11, 12, 30, 48, 49, 24 * 9]) {
    hours = later;
    const status = await look();
    expect(await fromKept()).toEqual(status);
    expect(status.queue).toMatchObject([{ counts: [{ count: 21 }, { count: 0 }] }]);
    said.add(JSON.stringify({ ...status, now: '' }));
  }
  // Time alone changed something.
  expect(said.size).toBeGreaterThan(1);
});

test('once anything has happened it is looked at anew', async () => {
  const post = await proposeAndVote(1);
  expect(await fromKept()).toBe(null);
  const after = async (act: () => unknown): Promise<void> => {
    await lookAndLeave();
    expect(await fromKept()).not.toBe(null);
    await act();
    expect(await fromKept()).toBe(null);
  };
  await after(() => game.say(person('p9'), post, ':against:'));
  await after(() => writeFileSync(join(folder, '.gitnomic/private/values/99-x.json'), '{}'));
  await after(async () => {
    const main = await game.main();
    const author = { name: 'Git', email: '', at: game.now() };
    const changes = new Map([['content/stray.txt', 'stray\n']]);
    const { repository } = game.forge;
    const next = await writeCommit(repository, { parents: [main], changes, author, message: 'Stray\n' });
    await advance(repository, 'main', main, next);
  });
  await after(() => (caches = new Caches('another engine')));
});

test('a command that only asks leaves what it saw, and one that tried something out does not', async () => {
  const matter = await proposeAndVote(20);
  hours = 12;
  const ask = async (question: (position: Position) => unknown): Promise<void> => {
    const asked = await open();
    const kept = asked.keepOpen({ forCommand: true });
    caches.closeAtTheEnd(kept);
    const position = (await asked.borrow?.()) ?? raise('nobody else has it');
    question(position);
    asked.giveBack?.(position);
    await caches.finish();
  };
  const votes = ({ open: { play } }: Position): void => void play.query(at(hours), [['players']]);
  await ask(({ open: { play } }) => {
    expect(play.enact({ at: at(hours), matter, by: null, outcome: 'enacted' }).ok).toBe(true);
  });
  expect(await fromKept()).toBe(null);
  await ask(votes);
  expect(await fromKept()).toEqual(await look());
  const { mtimeMs } = statSync(lookFile(folder));
  await ask(votes);
  expect(statSync(lookFile(folder)).mtimeMs).toBe(mtimeMs);
});

test('what happens while a command looks is not taken for seen', async () => {
  const post = await proposeAndVote(1);
  const { observe } = game.forge;
  let seen = 0;
  Object.assign(game.forge, {
    observe: async (since: Parameters<typeof observe>[0]) => {
      const observation = await observe(since);
      if (seen++ === 0) await game.say(person('p9'), post, ':for:');
      return observation;
    },
  });
  await game.status();
  await caches.finish();
  expect(existsSync(lookFile(folder))).toBe(false);
});

test('what a command did is seen by the next one without looking, whatever it was', async () => {
  const step = async (act: (game: HomeGame) => Promise<unknown>): Promise<Status> => {
    const one = await open();
    await act(one);
    expect(await fromKept()).toBe(null);
    await one.tick();
    await caches.finish();
    const left = await fromKept();
    expect(left).toEqual(await look());
    const now = at((hours += 1));
    expect(await statusFromKeptLook(folder, now, caches)).toEqual(await look());
    hours -= 1;
    return left ?? raise('nothing was left');
  };
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' });
  let post = '';
  await step(async ({ people }) => {
    post = await people.open(person('p1'), { kind: 'proposal', title: 'Manners', text: 'Please.' });
  });
  const voted = await step(({ people }) => people.comment(person('p2'), post, ':for:'));
  expect(voted.queue).toMatchObject([{ counts: [{ count: 2 }, { count: 0 }] }]);
  const idle = await step(({ people }) => people.comment(person('p0'), thread, '/idle p0'));
  expect(idle.roster.find(({ id }) => id === 'p0')?.state).toBe('idle');
  for (const id of names.slice(4, 20)) await game.say(person(id), post, ':for:');
  hours = 49;
  // What is due resolves at the same tick.
  const enacted = await step(({ people }) => people.comment(person('p2'), thread, 'Well done.'));
  expect(enacted.queue).toEqual([]);
});

test('what a tick could not resolve is told as that until it could', async () => {
  const { repository } = game.forge;
  const author = { name: 'p1', email: '', at: game.now() };
  const changes = new Map([
    ['content/ruleset/dynastic/night.md', '---\ntitle: Night\n---\nIt is night.\n'],
    ['content/ruleset/dynastic/night.ts', "throw new Error('boo');\n"],
  ]);
  const parents = [await game.main()];
  const head = await writeCommit(repository, { parents, changes, author, message: 'Night\n' });
  const night = { kind: 'cfj', title: 'Night', text: '', head } as const;
  const post = await game.people.open(person('p1'), night);
  for (const id of names.slice(2, 20)) await game.say(person(id), post, ':for:');
  const stuck = async (): Promise<unknown> => {
    const [looked, kept] = [await look(), await fromKept()];
    expect(kept).toEqual(looked);
    return looked.stuck;
  };
  await lookAndLeave();
  expect(await stuck()).toEqual([]);
  await game.tick();
  await caches.finish();
  expect(await stuck()).toEqual([post]);
  for (const id of names) await game.say(person(id), post, ':against:');
  await game.tick();
  await caches.finish();
  expect(await stuck()).toEqual([]);
});

test('a tick that changes nothing leaves what there is', async () => {
  await proposeAndVote(1);
  await lookAndLeave();
  const { ctimeMs } = statSync(lookFile(folder));
  await (await open()).tick();
  await caches.finish();
  const first = statSync(lookFile(folder)).ctimeMs;
  // The first tick tells how the matter stands; the second has nothing to tell.
  await (await open()).tick({ isolated: true });
  await caches.finish();
  expect([first === ctimeMs, statSync(lookFile(folder)).ctimeMs === first]).toEqual([false, true]);
  expect(await fromKept()).toEqual(await look());
});

test('what another process keeps private while this one has the game open is not taken for known', async () => {
  const one = await open();
  writeFileSync(join(folder, '.gitnomic/private/older-keys.txt'), '');
  await one.people.open(person('p1'), { kind: 'proposal', title: 'Manners', text: 'Please.' });
  await one.tick();
  await caches.finish();
  expect(existsSync(lookFile(folder))).toBe(false);
});

test('a file that is cut short or of something else is no harm', async () => {
  await lookAndLeave();
  for (const text of ['', 'x', '\u0002\u0000\u0000\u0000{}']) {
    writeFileSync(lookFile(folder), text);
    expect(await fromKept()).toBe(null);
  }
});
