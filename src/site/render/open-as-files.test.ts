import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openAsFiles } from './open-as-files.ts';

test('addresses of pages lead to their files, and one that can’t be read stays as somebody wrote it', async () => {
  const out = mkdtempSync(join(tmpdir(), 'as-files-'));
  mkdirSync(join(out, 'matters'));
  writeFileSync(
    join(out, 'index.html'),
    '<a href="/matters/#c2">m</a><a href="/%zz">x</a><a href="/gone/">g</a>',
  );
  writeFileSync(join(out, 'matters/index.html'), '<a href="/">home</a>');
  await openAsFiles(out, '/');
  const read = (path: string): string => readFileSync(join(out, path), 'utf8');
  expect(read('index.html')).toBe(
    '<a href="./matters/index.html#c2">m</a><a href="/%zz">x</a><a href="/gone/">g</a>',
  );
  expect(read('matters/index.html')).toBe('<a href="../index.html">home</a>');
  rmSync(out, { recursive: true });
});
