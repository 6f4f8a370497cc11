// A command gives the same result with the caches of earlier commands as without them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../forge/events.ts';
import { Caches } from '../../cache/caches.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { recordPath } from '../../store/journal/journal-record.ts';
import type { HomeGame } from '../game.ts';
import { beginLocalGame } from './begin.ts';
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

/** Acts as a command does in a process of its own: looks, acts, ticks, looks again and saves its caches. */
async function command(folder: string, hours: number, act: Act, engine: string | null = 'this engine') {
  const caches = new Caches(engine);
  const game = await openLocalGame(folder, { now: () => at(hours), caches });
  const open = game.keepOpen();
  const view = async (): Promise<unknown> => {
    const position = (await game.borrow?.()) ?? null;
    const seen = position?.open.play.state();
    if (position !== null) game.giveBack?.(position);
    return seen;
  };
  const before = await view();
  await act(game);
  const { happened, stuck } = await game.tick();
  const after = await view();
  caches.finish();
  open.close();
  return { before, after, happened, stuck };
}

async function contentOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map(await (await openLocalGame(folder, { caches: new Caches(null) })).content());
  // The journal's position differs each time, because random salts chain its lines.
  files.delete(recordPath);
  return files;
}

function copyOfGame(name: string): string {
  const folder = join(scratch, name);
  cpSync(begun, folder, { recursive: true });
  return folder;
}

/** A proposal that passes, dice, a refusal and a new player. */
const STEPS: readonly (readonly [hours: number, act: Act])[] = [
  [0, ({ people }) => people.open(person('bo'), { kind: 'proposal', title: 'Manners', text: 'Please.' })],
  [2, ({ say }) => say(person('dee'), '2', ':for:')],
  [3, ({ say }) => say(person('cy'), '1', '/roll DICE6')],
  [4, ({ say }) => say(person('bo'), '1', '/idle ana')],
  [5, ({ say }) => say(person('zoe'), '2', 'May I watch?')],
  [7, ({ say }) => say(person('ana'), '2', ':for: and a die DICE6')],
  [49, ({ say }) => say(person('bo'), '2', 'Is it through?')],
];

test('commands have the same effect with the caches as without anything remembered', async () => {
  const [goesOn, anew] = [copyOfGame('goes-on'), copyOfGame('anew')];
  for (const [hours, act] of STEPS) {
    expect(await command(goesOn, hours, act)).toEqual(await command(anew, hours, act, null));
    expect(await contentOf(goesOn)).toEqual(await contentOf(anew));
  }
});
