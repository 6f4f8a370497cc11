// What is kept to be quicker, cut short, of another game, of another engine or none at all: commands say what they would say without it.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Caches } from '../../src/cache/caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';

const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
let root = '';
/** What is said with nothing kept. */
let expected: readonly string[] = [];

async function gitnomic(game: string, engine: string | null, ...words: string[]): Promise<string> {
  let said = '';
  const write = { write: (more: string) => (said += more) };
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z' };
  const caches = new Caches(engine);
  const folder = words[0] === 'init' ? root : join(root, game);
  const code = await runCli({
    words,
    folder,
    environment,
    terminal: makeTerminal(write, write, environment, () => 0),
    caches,
  });
  caches.finish();
  return `${code} ${said}`;
}

const LOOKS = [
  ['status'],
  ['why', '1'],
  ['show', 'Votes'],
  ['act', '--as', 'bo'],
  ['act', 'roll', 'roll=DICE6', '--as', 'bo', '--dry-run'],
];
const runChecks = async (game: string, engine: string | null): Promise<readonly string[]> => {
  const said: string[] = [];
  for (const words of LOOKS) said.push(await gitnomic(game, engine, ...words));
  return said;
};

/** The files of a game in which something is kept. */
function savedIn(game: string): readonly string[] {
  const folder = join(root, game, '.gitnomic/cache');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'spoilt-caches-'));
  for (const [game, rule] of [
    ['mine', 'Everybody says please.'],
    ['other', 'Nobody says anything at all.'],
  ] as const) {
    await gitnomic(
      game,
      'this engine',
      'init',
      game,
      ...players,
      '--dynasty',
      game === 'mine' ? 'proving' : 'crypt',
    );
    const added = ['--title', 'Manners', '--add-rule', 'Manners', '--text', rule];
    const said = await gitnomic(game, 'this engine', 'propose', '--as', 'ana', ...added);
    if (!said.startsWith('0')) throw new Error(said);
    for (let times = 0; times < 2; times++) await runChecks(game, 'this engine');
  }
  expected = await runChecks('mine', null);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const cut = (to: (length: number) => number) => (bytes: Buffer) => bytes.subarray(0, to(bytes.length));
const WAYS: Readonly<Record<string, (bytes: Buffer, others: Buffer | null) => Buffer>> = {
  empty: () => Buffer.alloc(0),
  'cut within its first bytes': cut(() => 3),
  'cut in the middle': cut((length) => Math.floor(length / 2)),
  'without its last byte': cut((length) => length - 1),
  'with a byte more': (bytes) => Buffer.concat([bytes, Buffer.from([0])]),
  'no such file at all': () => Buffer.from('PK\u0003\u0004 something else'),
  'with a head that says nothing': (bytes) =>
    Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{}'), bytes]),
  'that of another game': (bytes, others) => others ?? bytes,
};

/** In haste the likeliest alone: each takes some seconds. */
const TRIED =
  process.env['GITNOMIC_FUZZ'] === undefined
    ? ['cut in the middle', 'that of another game']
    : Object.keys(WAYS);

test.each(TRIED)('%s', async (way) => {
  const others = savedIn('other');
  const files = savedIn('mine');
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) {
    const twin =
      others.find(
        (other) => other.slice(join(root, 'other').length) === path.slice(join(root, 'mine').length),
      ) ?? others.find((other) => other.split('.').at(-1) === path.split('.').at(-1));
    writeFileSync(
      path,
      WAYS[way]?.(readFileSync(path), twin === undefined ? null : readFileSync(twin)) ?? '',
    );
  }
  expect(await runChecks('mine', 'this engine')).toEqual(expected);
  // And it is well again afterwards, or does without.
  expect(await runChecks('mine', 'this engine')).toEqual(expected);
});

test('all caches from another engine, or from another game', async () => {
  expect(await runChecks('mine', 'another engine')).toEqual(expected);
  const folder = join(root, 'mine/.gitnomic/cache');
  rmSync(folder, { recursive: true });
  cpSync(join(root, 'other/.gitnomic/cache'), folder, { recursive: true });
  expect(await runChecks('mine', 'this engine')).toEqual(expected);
});
