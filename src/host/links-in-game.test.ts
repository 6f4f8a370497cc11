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

test('a game without links is read, also one that has nothing yet, and links beside it are nobody’s business', () => {
  expect(findLink(folder)).toBeNull();
  make('content/posts');
  writeFileSync(join(folder, '.gitnomic'), 'no folder');
  symlinkSync('/etc', join(folder, 'elsewhere'));
  expect(findLink(folder)).toBeNull();
  assertNoLinks(folder);
});

test.each(['content', '.gitnomic', 'content/posts/a.md', '.gitnomic/forge/refs/heads/main'])(
  'a link at %s is found, however deep, and not followed',
  (path) => {
    make(join(path, '..'));
    symlinkSync('/etc/passwd', join(folder, path));
    expect(findLink(folder)).toMatchObject({
      code: 'link-in-game',
      message: expect.stringContaining(path) as string,
    });
    expect(() => assertNoLinks(folder)).toThrow(path);
  },
);

test('Git’s objects are only read as such, so links among them are not looked for', () => {
  make('.gitnomic/forge/ab');
  symlinkSync('/etc/passwd', join(folder, '.gitnomic/forge/ab/cdef'));
  expect(findLink(folder)).toBeNull();
});
