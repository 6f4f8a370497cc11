import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { beginLocalGame } from './begin.ts';
import { readEdits } from '../checkout.ts';

const wish = { name: 'Harbour', core: '2021', players: [{ id: 'ana', admin: true }, { id: 'bo' }] };
const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1));
const now = '2024-03-01T09:00:00Z';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-in-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Any one of these shows that there was a game. */
const LEFT = [
  'content/game.yml',
  'content/dynasties/1/dynasty.yml',
  'content/engine/pending.json',
  'content/gamestate/players/zoe.md',
  'content/journal.json',
  'content/ledger/2020-01.jsonl',
  'content/pictures/art/r1-1.0123456789abcdef.webp',
  'content/posts/2020/2020-01-01-old.md',
  'content/ruleset/dynastic/old.md',
  '.gitnomic/checkout.json',
];

test.each(LEFT)('takes %s for a game, and begins none over it', async (path) => {
  put(path, 'old\n');
  await expect(beginLocalGame(folder, shippedLibrary, wish, { now, caches })).rejects.toMatchObject({
    code: 'game-there',
    next: expect.stringContaining('gitnomic'),
  });
  expect(filesIn(folder)).toEqual([path]);
});

test('keeps what isn’t a game’s beside a new game', async () => {
  put('content/library/mine/pack.yml', 'name: mine\n');
  const game = await beginLocalGame(folder, shippedLibrary, wish, { now, caches });
  expect(readFileSync(join(folder, 'content/game.yml'), 'utf8')).toContain('name: Harbour');
  expect(existsSync(join(folder, 'content/library/mine/pack.yml'))).toBe(true);
  expect((await readEdits(game)).changes).toEqual(new Map());
});

test('leaves nothing behind if beginning fails on the way', async () => {
  put('content/site.yml', 'theme: dark\n');
  // A folder stands where a file belongs, so writing fails once main exists.
  mkdirSync(join(folder, 'content/game.yml'), { recursive: true });
  await expect(beginLocalGame(folder, shippedLibrary, wish, { now, caches })).rejects.toMatchObject({
    code: 'EISDIR',
  });
  expect(filesIn(folder)).toEqual(['content/site.yml']);
  expect(await beginLocalGame(folder, shippedLibrary, wish, { now, caches })).toMatchObject({ folder });
});
