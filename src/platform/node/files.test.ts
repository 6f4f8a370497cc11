import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { isFreeFolder, makeFolder } from './files.ts';

const root = mkdtempSync(join(tmpdir(), 'write-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES = [
  ['a.txt', 'one'],
  ['below/b.txt', 'two'],
] as const;

/** Yields the same files, notes before each whether `path` exists, and fails after `last` of them. */
function* noted(path: string, seen: boolean[], last = Infinity): Generator<readonly [string, string]> {
  for (const [at, file] of FILES.entries()) {
    seen.push(!isFreeFolder(path));
    if (at >= last) throw new Error('no more');
    yield file;
  }
}

test.each(['where there is none', 'where an empty one is'])(
  '%s, a folder is created completely or not at all',
  (where) => {
    const path = join(root, where.replaceAll(' ', '-'), 'pack');
    if (where !== 'where there is none') mkdirSync(path, { recursive: true });
    const before = statSync(path, { throwIfNoEntry: false })?.ino;
    const seen: boolean[] = [];
    expect(() => makeFolder(path, noted(path, seen, 1))).toThrow('no more');
    expect(existsSync(path) ? readdirSync(path) : []).toEqual([]);
    makeFolder(path, noted(path, seen));
    expect(seen).toEqual([false, false, false, false]);
    expect(readdirSync(path).toSorted()).toEqual(['a.txt', 'below']);
    expect(readFileSync(join(path, 'below/b.txt'), 'utf8')).toBe('two');
    // An existing folder, in which somebody may be working, isn't replaced.
    if (before !== undefined) expect(statSync(path).ino).toBe(before);
    expect(readdirSync(join(path, '..'))).toEqual(['pack']);
    expect(isFreeFolder(path)).toBe(false);
  },
);

test('leftovers of a killed process are in nobody’s way', () => {
  const path = join(root, 'left');
  mkdirSync(join(path, '77-1234-0a1b.draft'), { recursive: true });
  expect(isFreeFolder(path)).toBe(true);
  makeFolder(path, FILES, { mode: 0o600 });
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one');
  expect(statSync(join(path, 'a.txt')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

test('a file isn’t a free folder', () => {
  const file = join(root, 'a-file');
  writeFileSync(file, '');
  expect(() => isFreeFolder(file)).toThrow('ENOTDIR');
});
