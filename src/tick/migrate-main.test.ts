// A game in an older format is brought to the engine's, on main, before anything else.
import { beforeEach, expect, test } from 'vitest';

import type { Forge } from '../forge/port.ts';
import { readCommit } from '../repository/commit.ts';
import { advance, readBranch } from '../repository/refs.ts';
import { RepositoryError } from '../repository/repository-error.ts';
import { CHECKPOINTS } from '../store/checkpoints.ts';
import { FORMAT, FORMAT_FILE, FormatError, type Migration } from '../store/formats/migrations.ts';
import { bareGame, BEGINNING, type BareGame } from './fixtures/bare-game.ts';
import { assertKnownFormat, migrateMain } from './migrate-main.ts';
import { readContent } from './observe.ts';

const ANA = 'content/gamestate/players/ana.md';
const VOTES = 'content/ruleset/core/votes.md';
const rename = (to: number, path: string, from: string, into: string): Migration => ({
  to,
  what: `${from} is ${into}.`,
  migrate: (files) => new Map([[path, (files.get(path) ?? '').replace(from, into)]]),
});
const known = [
  rename(FORMAT + 1, ANA, 'colour', 'tint'),
  rename(FORMAT + 2, ANA, 'tint', 'hue'),
  rename(FORMAT + 3, VOTES, 'Votes', 'Ballots'),
];
const format = (n: number): string => `{"format":${n}}\n`;

let game: BareGame;
let forge: Forge;
beforeEach(async () => {
  game = await bareGame({
    'content/game.yml': 'name: Harbour\n',
    [ANA]: '---\ncolour: red\n---\n',
    [VOTES]: 'Votes.\n',
  });
  ({ forge } = game);
});
const main = async (): Promise<string> => (await readBranch(forge.repository, 'main')) ?? '';
const content = async () => readContent(forge, await main());
/** Somebody else moves main to these files. */
async function push(changes: Readonly<Record<string, string>>): Promise<void> {
  const before = await main();
  await advance(game.repository, 'main', before, await game.commit(changes, before));
}

test('migrates in one commit on main, only once, and says what it did', async () => {
  expect(await migrateMain(forge, BEGINNING, { known: [], to: FORMAT })).toBeNull();
  expect(await main()).toBe(game.first);
  expect(await migrateMain(forge, BEGINNING, { known, to: FORMAT + 2 })).toMatchObject({
    from: FORMAT,
    to: FORMAT + 2,
  });
  expect((await content()).get(ANA)).toContain('hue: red');
  expect((await content()).get(FORMAT_FILE)).toBe(format(FORMAT + 2));
  expect((await content()).has(CHECKPOINTS)).toBe(false);
  const after = await main();
  expect(await readCommit(game.repository, after)).toMatchObject({
    parents: [game.first],
    message: `Bring the game to format ${FORMAT + 2}\n\n- colour is tint.\n- tint is hue.\n`,
    author: { name: 'Gitnomic', at: BEGINNING },
  });
  expect(await migrateMain(forge, BEGINNING, { known, to: FORMAT + 2 })).toBeNull();
  expect(await main()).toBe(after);
});

test('adds a checkpoint if it changes rules', async () => {
  await migrateMain(forge, BEGINNING, { known, to: FORMAT + 3 });
  expect((await content()).get(VOTES)).toBe('Ballots.\n');
  expect(JSON.parse((await content()).get(CHECKPOINTS) ?? '')).toEqual([
    { kind: 'format', at: BEGINNING, to: FORMAT + 3 },
  ]);
});

test('does nothing on a forge without a game', async () => {
  const empty = { ...forge, repository: { ...forge.repository, gitdir: 'elsewhere.git' } };
  expect(await migrateMain(empty, BEGINNING, { known, to: FORMAT + 2 })).toBeNull();
  await expect(assertKnownFormat(empty, BEGINNING)).resolves.toBeUndefined();
});

test('gives way to a faster writer', async () => {
  const slow: Forge = { ...forge, advance: () => Promise.resolve('moved') };
  expect(await migrateMain(slow, BEGINNING, { known, to: FORMAT + 2 })).toBeNull();
  expect(await main()).toBe(game.first);
});

test('undoes a push that claims another format, and migrates the game anyway', async () => {
  await migrateMain(forge, BEGINNING, { known, to: FORMAT + 1 });
  await push({ [FORMAT_FILE]: format(FORMAT + 8), 'README.md': 'Hello.\n' });
  const pushed = await main();
  expect(
    await migrateMain({ ...forge, advance: () => Promise.resolve('moved') }, BEGINNING, {
      known,
      to: FORMAT + 2,
    }),
  ).toBeNull();
  expect(await main()).toBe(pushed);
  expect(await migrateMain(forge, BEGINNING, { known, to: FORMAT + 2 })).toMatchObject({
    from: FORMAT + 1,
    to: FORMAT + 2,
  });
  expect((await content()).get(FORMAT_FILE)).toBe(format(FORMAT + 2));
  // What claims a format that the game has is undone and needs no more.
  await push({ [FORMAT_FILE]: format(FORMAT) });
  expect(await migrateMain(forge, BEGINNING, { known, to: FORMAT + 2 })).toBeNull();
  expect((await content()).get(FORMAT_FILE)).toBe(format(FORMAT + 2));
});

test('leaves a game of a newer engine alone, unless a push only claims it is one', async () => {
  await expect(assertKnownFormat(forge, BEGINNING)).resolves.toBeUndefined();
  expect(await main()).toBe(game.first);
  await push({ [FORMAT_FILE]: format(FORMAT + 1) });
  await expect(assertKnownFormat(forge, BEGINNING)).resolves.toBeUndefined();
  expect((await content()).has(FORMAT_FILE)).toBe(false);
  const newer = await bareGame({ 'content/game.yml': 'name: Harbour\n', [FORMAT_FILE]: format(FORMAT + 1) });
  await expect(assertKnownFormat(newer.forge, BEGINNING)).rejects.toThrow(FormatError);
  const same = await bareGame({ 'content/game.yml': 'name: Harbour\n', [FORMAT_FILE]: format(FORMAT) });
  await expect(assertKnownFormat(same.forge, BEGINNING)).resolves.toBeUndefined();
});

test('does nothing if files can’t be read, and throws any other error', async () => {
  const damaged = (error: Error): Forge => ({
    ...forge,
    repository: new Proxy(forge.repository, {
      get: (of, name: keyof typeof forge.repository) => {
        if (name === 'objects') throw error;
        return of[name];
      },
    }),
  });
  expect(
    await migrateMain(damaged(new RepositoryError('corrupt', 'odd')), BEGINNING, { known, to: FORMAT + 2 }),
  ).toBeNull();
  await expect(
    migrateMain(damaged(new TypeError('odd')), BEGINNING, { known, to: FORMAT + 2 }),
  ).rejects.toThrow('odd');
});
