import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { assertNoLinks, findLink } from './links-in-game.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-links-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const make = (path: string): void => void mkdirSync(join(folder, path), { recursive: true });

test('accepts a game without links, even an empty one, and ignores links beside it', () => {
  expect(findLink(folder)).toBeNull();
  make('content/posts');
  writeFileSync(join(folder, '.gitnomic'), 'no folder');
  symlinkSync('/etc', join(folder, 'elsewhere'));
  expect(findLink(folder)).toBeNull();
  assertNoLinks(folder);
});

/** Wherever it lies: names of folders by which Git and the engine know theirs make no difference elsewhere. */
const WITHIN = [
  'posts',
  'ab',
  'objects',
  'objects/ab',
  'x.git/objects',
  'x.git/objects/ab',
  '.git',
  'cache',
  '.x\n',
];
const DEEP = WITHIN.flatMap((below) => [`content/${below}/a.md`, `content/ruleset/${below}/ad`]);

test.each([
  'content',
  '.gitnomic',
  ...DEEP,
  ...WITHIN.filter((below) => !below.endsWith('.git/objects/ab')).map(
    (below) => `.gitnomic/forge/${below}/ab`,
  ),
])('finds a link at %s, however deep, and doesn’t follow it', (path) => {
  make(join(path, '..'));
  symlinkSync('/etc/passwd', join(folder, path));
  expect(findLink(folder)).toMatchObject({
    code: 'link-in-game',
    message: expect.stringContaining(path) as string,
  });
  expect(() => assertNoLinks(folder)).toThrow(path);
});

test('doesn’t look for links among Git’s objects, which are only read as such', () => {
  make('.gitnomic/forge/repository.git/objects/ab');
  symlinkSync('/etc/passwd', join(folder, '.gitnomic/forge/repository.git/objects/ab/cdef'));
  expect(findLink(folder)).toBeNull();
});

test.skipIf(process.platform === 'win32')('also finds a pipe, which nobody could read to its end', () => {
  make('content/posts');
  execFileSync('mkfifo', [join(folder, 'content/posts/a.md')]);
  expect(findLink(folder)?.message).toContain('content/posts/a.md is a symbolic link or a device');
});
