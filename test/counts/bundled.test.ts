// What a command reads that is run from its bundle, which is the same on every machine: how often, and how much of it.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bundleFolder, findBundle } from '../../scripts/set-up/find-bundle.mjs';
import { makeBundle } from '../../scripts/set-up/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '');

/** Run before anything else in a process: at its end it tells on a descriptor of its own what was read, and what was compiled of scripts. */
const TELL = `data:text/javascript,${encodeURIComponent(`
const fs = process.getBuiltinModule('node:fs');
const vm = process.getBuiltinModule('node:vm');
const [opened, read, scripts] = [new Map(), {}, []];
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
vm.Script = class extends vm.Script {
  constructor(text, how) {
    super(text, how);
    scripts.push({ path: how.filename, wasKept: how.cachedData !== undefined && this.cachedDataRejected === false });
  }
};
process.on('exit', () => fs.writeSync(3, JSON.stringify({ read, scripts })));
`)}`;

interface Told {
  readonly read: Readonly<Record<string, number>>;
  readonly scripts: readonly { readonly path: string; readonly wasKept: boolean }[];
}

let folder = '';
beforeAll(async () => {
  await makeBundle(root);
  folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  for (const words of [['recover', '--forge'], ...Array.from({ length: 4 }, (_, n) => word(n))]) run(words);
  run(['status']);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const word = (n: number): readonly string[] => [
  'comment',
  'lanterns',
  `The ${n}. word on it.`,
  '--as',
  'ada',
];

/** The parts of QuickJS that V8 optimises meanwhile. */
function optimised(words: readonly string[]): number {
  const command = [
    '--trace-wasm-compilation-times',
    join(root, 'bin/gitnomic.mjs'),
    ...words,
    '--game',
    folder,
  ];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('using Liftoff');
  return stdout.split('using TurboFan').length - 1;
}

function run(words: readonly string[]): Told {
  const { status, stdout, stderr, output } = spawnSync(
    process.execPath,
    ['--import', TELL, join(root, 'bin/gitnomic.mjs'), ...words, '--game', folder],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  expect([status, stdout, stderr]).toEqual([0, expect.any(String), '']);
  return JSON.parse(output[3] ?? '') as Told;
}

const readOf = ({ read }: Told, isOne: (path: string) => boolean): readonly (readonly [string, number])[] =>
  Object.entries(read).filter(([path]) => isOne(path));

test('a command that was run before compiles nothing of the large script that it compiled then', () => {
  const { scripts } = run(word(4));
  expect(scripts.map(({ path, wasKept }) => [basename(path), wasKept])).toEqual([['rest.js', true]]);
});

test('the code that is kept for a command is of the last bundle, and is not written again and again', () => {
  const engine = findBundle(root)?.fingerprint.slice(0, 16) ?? '';
  const kept = globSync('rest.js.*.comment.code', { cwd: join(root, bundleFolder) });
  expect(kept).toEqual([`rest.js.${engine}.comment.code`]);
  const [name = ''] = kept;
  const written = (): number => statSync(join(root, bundleFolder, name)).mtimeMs;
  const before = written();
  run(word(5));
  expect(written()).toBe(before);
});

test('code that was spoilt is not run', () => {
  const engine = findBundle(root)?.fingerprint.slice(0, 16) ?? '';
  const path = join(root, bundleFolder, `rest.js.${engine}.comment.code`);
  const bytes = readFileSync(path);
  const spoilt = Buffer.from(bytes);
  spoilt.writeUInt8(spoilt.readUInt8(spoilt.length >> 1) ^ 0xff, spoilt.length >> 1);
  writeFileSync(path, spoilt);
  expect(run(word(6)).scripts).toEqual([expect.objectContaining({ wasKept: false })]);
  expect(run(word(7)).scripts).toEqual([expect.objectContaining({ wasKept: true })]);
});

test('what the command before saw is read once, and to know that it is still so only its head', () => {
  const image = join(folder, '.gitnomic/cache/look.image');
  const { size } = statSync(image);
  const bytes = readOf(run(word(8)), (path) => path === image)[0]?.[1] ?? 0;
  expect(size).toBeGreaterThan(1_000_000);
  expect(bytes / size).toBeGreaterThan(0.9);
  expect(bytes / size).toBeLessThan(1.1);
});

test('a command that acts after others reads nothing out of packs, which are read whole, whether it makes a commit or not', () => {
  const packs = (words: readonly string[]): readonly unknown[] =>
    readOf(run(words), (path) => /\/objects\/pack\//u.test(path));
  const roll = ['roll', 'DICE6', '--as', 'ada'];
  run(roll);
  run(roll);
  expect([packs(word(11)), packs(roll), packs(roll)]).toEqual([[], [], []]);
});

test('QuickJS is read as it was made for this engine, and nothing of which it is made', () => {
  const read = readOf(run(['status']), (path) => /\.wasm$|quickjs\.made$|interruptible\.ts$/u.test(path));
  expect(read.map(([path]) => basename(path))).toEqual(['quickjs.made']);
});

test('a command that is done in a moment has nothing of QuickJS optimised, also where it opens a small game, and others have', () => {
  expect(optimised(['status'])).toBe(0);
  expect(optimised(word(9))).toBe(0);
  rmSync(join(folder, '.gitnomic/cache/look.image'));
  expect(optimised(['status'])).toBe(0);
  rmSync(join(folder, '.gitnomic/cache/look.image'));
  expect(optimised(['log'])).toBeGreaterThan(20);
});

test('a command that opens a small game, or acts, marks nothing of its memory beside its work once the game is open', () => {
  const marked = (words: readonly string[]): number => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--trace-gc', join(root, 'bin/gitnomic.mjs'), ...words, '--game', folder],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Scavenge');
    return stdout.split('Incremental Mark-Compact').length - 1;
  };
  // A marking that began before the game was open comes to its end.
  expect(marked(word(10))).toBeLessThan(2);
});
