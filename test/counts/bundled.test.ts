// What a command reads that is run from its bundle, which is the same on every machine: how often, and how much of it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bundleFolder, findBundle } from '../../scripts/set-up/find-bundle.mjs';
import { makeBundle } from '../../scripts/set-up/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '');

/** Run before anything else in a process: at its end it tells on a descriptor of its own what was read. */
const TELL = `data:text/javascript,${encodeURIComponent(`
const fs = process.getBuiltinModule('node:fs');
const [opened, read] = [new Map(), {}];
let isInside = false;
const note = (path, bytes) => (read[path] = (read[path] ?? 0) + bytes);
const { readFileSync, openSync, readSync } = fs;
fs.readFileSync = (path, ...how) => {
  isInside = true;
  const given = (() => {
    try {
      return readFileSync(path, ...how);
    } finally {
      isInside = false;
    }
  })();
  if (typeof path !== 'number') note(path instanceof URL ? path.pathname : String(path), given.length);
  return given;
};
fs.openSync = (path, ...how) => {
  const file = openSync(path, ...how);
  opened.set(file, String(path));
  return file;
};
fs.readSync = (file, ...how) => {
  const bytes = readSync(file, ...how);
  if (!isInside) note(opened.get(file), bytes);
  return bytes;
};
process.on('exit', () => fs.writeSync(3, JSON.stringify({ read })));
`)}`;

interface Told {
  readonly read: Readonly<Record<string, number>>;
}

let folder = '';
beforeAll(async () => {
  await makeBundle(root);
  folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  for (const words of [
    ['doctor', 'recover', '--forge', '--yes'],
    ...Array.from({ length: 4 }, (_, n) => word(n)),
  ])
    run(words);
  run(['status']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const word = (n: number): readonly string[] => [
  'comment',
  'lanterns',
  `The ${n}. word on it.`,
  '--as',
  'ada',
];

function run(words: readonly string[]): Told {
  const { status, stdout, stderr, output } = spawnSync(
    process.execPath,
    ['--import', TELL, join(root, 'bin/gitnomic.mjs'), ...words, '--game', folder],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  // On a busy machine the command says for how long it has worked.
  const said = stderr.replaceAll(/^comment … \d+ s\n/gmu, '');
  expect([status, stdout, said]).toEqual([0, expect.any(String), '']);
  return JSON.parse(output[3] ?? '') as Told;
}

const readOf = ({ read }: Told, isOne: (path: string) => boolean): readonly (readonly [string, number])[] =>
  Object.entries(read).filter(([path]) => isOne(path));

test('a command that runs after others reads nothing from packs, whether or not it makes a commit', () => {
  const packs = (words: readonly string[]): readonly unknown[] =>
    readOf(run(words), (path) => /\/objects\/pack\//u.test(path));
  const roll = ['roll', 'DICE6', '--as', 'ada'];
  run(roll);
  run(roll);
  expect([packs(word(11)), packs(roll), packs(roll)]).toEqual([[], [], []]);
});

test('reads QuickJS in the form made for this engine', () => {
  const read = readOf(run(['status']), (path) => /\.wasm$|quickjs\.made$|interruptible\.ts$/u.test(path));
  expect(read.map(([path]) => basename(path))).toContain('quickjs.made');
});

test('doesn’t run a bundle in which a byte was changed', () => {
  const path = join(root, bundleFolder, 'threads', 'work.mjs');
  const bytes = readFileSync(path);
  const spoilt = Buffer.from(bytes);
  spoilt.writeUInt8(spoilt.readUInt8(spoilt.length >> 1) ^ 1, spoilt.length >> 1);
  expect(findBundle(root)).not.toBeNull();
  try {
    writeFileSync(path, spoilt);
    expect(findBundle(root)).toBeNull();
  } finally {
    writeFileSync(path, bytes);
  }
  expect(findBundle(root)).not.toBeNull();
});
