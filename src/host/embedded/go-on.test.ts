// A command goes on in the game as the one before left it, and comes to the same as one that opens it from its files.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { Caches } from '../../cache/caches.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { recordPath } from '../../store/journal/journal-record.ts';
import type { HomeGame } from '../game.ts';
import { beginLocalGame } from './begin.ts';
import { lookFile } from './kept-look.ts';
import { openLocalGame } from './local-game.ts';

const START = '2024-03-01T09:00:00Z';
const players = ['ana', 'bo', 'cy', 'dee', 'eli'];
const person = (id: string): Person => ({ id, name: id, bot: false });
const at = (hours: number): string =>
  new Date(Date.parse(START) + hours * 3_600_000).toISOString().replace('.000', '');
let scratch = '';
let begun = '';

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'go-on-'));
  begun = join(scratch, 'begun');
  const wish = { name: 'Harbour', core: '2021', players: players.map((id, n) => ({ id, admin: n === 0 })) };
  const caches = new Caches('this engine');
  const game = await beginLocalGame(begun, shippedLibrary, wish, { now: START, caches });
  await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Act = (game: HomeGame) => Promise<unknown>;

/** As a command does something: a process of its own that looks, acts, ticks, looks again and leaves what it saw. */
async function command(folder: string, hours: number, act: Act, engine = 'this engine') {
  const caches = new Caches(engine);
  const game = await openLocalGame(folder, { now: () => at(hours), caches });
  const open = game.keepOpen({ forCommand: true });
  const look = async (): Promise<unknown> => {
    const position = (await game.borrow?.()) ?? null;
    const seen = position?.open.play.state();
    if (position !== null) game.giveBack?.(position);
    return seen;
  };
  const before = await look();
  await act(game);
  const { happened, stuck } = await game.tick();
  const after = await look();
  await caches.finish();
  open.close();
  return { before, after, happened, stuck, opened: caches.sandboxes.work.games };
}

async function contentOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map(await (await openLocalGame(folder, { caches: new Caches(null) })).content());
  // Where the journal stood: its lines are chained by salts that are drawn.
  files.delete(recordPath);
  return files;
}

function copyOfGame(name: string): string {
  const folder = join(scratch, name);
  cpSync(begun, folder, { recursive: true });
  return folder;
}

/** A proposal that passes, dice, a refusal, somebody new. */
const STEPS: readonly (readonly [hours: number, act: Act])[] = [
  [0, ({ people }) => people.open(person('bo'), { kind: 'proposal', title: 'Manners', text: 'Please.' })],
  [2, ({ say }) => say(person('dee'), '2', ':for:')],
  [3, ({ say }) => say(person('cy'), '1', '/roll DICE6')],
  [4, ({ say }) => say(person('bo'), '1', '/idle ana')],
  [5, ({ say }) => say(person('zoe'), '2', 'May I watch?')],
  [7, ({ say }) => say(person('ana'), '2', ':for: and a die DICE6')],
  [49, ({ say }) => say(person('bo'), '2', 'Is it through?')],
];

test('what is done in it is done the same as in a game that is opened from its files each time', async () => {
  const [goesOn, anew] = [copyOfGame('goes-on'), copyOfGame('anew')];
  const opened: number[] = [];
  for (const [hours, act] of STEPS) {
    const { opened: games, ...one } = await command(goesOn, hours, act);
    rmSync(lookFile(anew), { force: true });
    const { opened: all, ...other } = await command(anew, hours, act);
    expect(one).toEqual(other);
    expect(await contentOf(goesOn)).toEqual(await contentOf(anew));
    expect(all).toBeGreaterThan(0);
    opened.push(games);
  }
  // The first finds nothing to go on in.
  expect(opened.slice(1).every((games) => games === 0)).toBe(true);
}, 120_000);

test('in what another engine left, was cut short or spoilt, or came before something else happened, nobody goes on', async () => {
  const folder = copyOfGame('spoilt');
  const comment: Act = ({ say }) => say(person('cy'), '1', 'Hello.');
  const opened = async (spoil: () => unknown, engine?: string): Promise<boolean> => {
    await spoil();
    return (await command(folder, 1, comment, engine)).opened > 0;
  };
  const change = (how: (bytes: Buffer) => Buffer): void =>
    writeFileSync(lookFile(folder), how(readFileSync(lookFile(folder))));
  const flip = (bytes: Buffer, place: number): Buffer => {
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return bytes;
  };
  await command(folder, 0, comment);
  expect(await opened(() => undefined)).toBe(false);
  expect(await opened(() => change((bytes) => bytes.subarray(0, -1)))).toBe(true);
  expect(await opened(() => change((bytes) => flip(bytes, bytes.length - 1)))).toBe(true);
  expect(await opened(() => change((bytes) => flip(bytes, bytes.indexOf('"manifest"') + 1)))).toBe(true);
  expect(await opened(() => undefined, 'another engine')).toBe(true);
  expect(await opened(() => undefined)).toBe(true);
  expect(
    await opened(async () => {
      const game = await openLocalGame(folder, { now: at(1), caches: new Caches(null) });
      await game.say(person('dee'), '1', 'From elsewhere.');
    }),
  ).toBe(true);
  expect(await opened(() => undefined)).toBe(false);
  expect(await opened(() => writeFileSync(join(folder, '.gitnomic/private/values/99-x.json'), '{}'))).toBe(
    true,
  );
  expect(existsSync(lookFile(folder))).toBe(true);
}, 120_000);

/** As a command asks something. */
async function question(folder: string, hours: number) {
  const caches = new Caches('this engine');
  const game = await openLocalGame(folder, { now: () => at(hours), caches });
  caches.closeAtTheEnd(game.keepOpen({ forCommand: true }));
  const position = (await game.borrow?.()) ?? null;
  const seen = position?.open.play.state();
  if (position !== null) game.giveBack?.(position);
  await caches.finish();
  return { seen, opened: caches.sandboxes.work.games };
}

test('whoever asks leaves it too, with what is still to be told, and the next one acts in it', async () => {
  const [goesOn, anew] = [copyOfGame('asks'), copyOfGame('asks-anew')];
  let quiet = 0;
  for (const [hours, act] of STEPS) {
    for (const folder of [goesOn, anew])
      await act(await openLocalGame(folder, { now: () => at(hours), caches: new Caches(null) }));
    const first = await question(goesOn, hours);
    const second = await question(goesOn, hours);
    expect(second.seen).toEqual(first.seen);
    const tick: Act = () => Promise.resolve();
    const { opened, ...one } = await command(goesOn, hours, tick);
    // Where a tick has something to do, only a tick goes on.
    const isQuiet = one.happened.length === 0;
    expect([hours, second.opened === 0, opened === 0]).toEqual([hours, isQuiet, isQuiet]);
    quiet += isQuiet ? 1 : 0;
    rmSync(lookFile(anew), { force: true });
    const { opened: _, ...other } = await command(anew, hours, tick);
    expect(one).toEqual(other);
    expect(await contentOf(goesOn)).toEqual(await contentOf(anew));
    const said = async (folder: string): Promise<unknown> => {
      const game = await openLocalGame(folder, { caches: new Caches(null) });
      const { events } = await game.forge.observe(null);
      return events.map((event) => ({ ...event, id: '', ...('head' in event && { head: null }) }));
    };
    expect(await said(goesOn)).toEqual(await said(anew));
  }
  expect(quiet).toBe(5);
}, 120_000);
