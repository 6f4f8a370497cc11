import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readLibrary } from '../../store/library.ts';
import { beginLocalGame } from './begin.ts';
import { readEdits } from '../checkout.ts';

const wish = { name: 'Harbour', core: '2021', players: [{ id: 'ana', admin: true }, { id: 'bo' }] };
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

const LEFT = [
  'content/dynasties/1/dynasty.yml',
  'content/dynasties/3/first.json',
  'content/gamestate/players/zoe.md',
  'content/ledger/2020-01.jsonl',
  'content/pictures/art/r1-1.0123456789abcdef.webp',
  'content/posts/2020/2020-01-01-old.md',
  'content/ruleset/dynastic/old.md',
];

test('a game that was shipped with the folder gives way to a new one, all of it', async () => {
  put('content/game.yml', 'name: Shipped\nforge:\n  kind: local\n');
  for (const path of LEFT) put(path, 'old\n');
  put('content/library/mine/pack.yml', 'name: mine\n');
  const game = await beginLocalGame(folder, readLibrary(), wish, { now });
  expect(LEFT.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  expect(readFileSync(join(folder, 'content/game.yml'), 'utf8')).toContain('name: Harbour');
  expect(existsSync(join(folder, 'content/library/mine/pack.yml'))).toBe(true);
  expect((await readEdits(game)).changes).toEqual(new Map());
});

test('a game that is played on another forge does not', async () => {
  put('content/game.yml', 'name: Elsewhere\nforge:\n  kind: github\n  repository: ana/elsewhere\n');
  put('content/posts/2020/2020-01-01-old.md', 'old\n');
  await expect(beginLocalGame(folder, readLibrary(), wish, { now })).rejects.toMatchObject({
    code: 'game-there',
  });
  expect(existsSync(join(folder, '.gitnomic'))).toBe(false);
  expect(existsSync(join(folder, 'content/posts/2020/2020-01-01-old.md'))).toBe(true);
});
