// The folder of a game at home: what the engine writes into it, and what people have written.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import type { Oid } from '../repository/oid.ts';
import { memoryRepository } from '../repository/fixtures/memory-repository.ts';
import { type Repository } from '../repository/repository.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { checkOutForPages, readEdits, refreshCheckout } from './checkout.ts';
import type { Game } from './game.ts';

const [BO, RULE, SITE] = ['content/gamestate/players/bo.md', 'content/ruleset/a.md', 'content/site.css'];
const FIRST = { [BO]: 'Bo 1\n', [RULE]: 'A 1\n', [SITE]: 'red\n' };

let folder = '';
let repository: Repository;
let main: Oid = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  repository = await memoryRepository();
  main = '';
  await commit(FIRST);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function commit(changes: Readonly<Record<string, string | null>>): Promise<void> {
  main = await writeCommit(repository, {
    parents: main === '' ? [] : [main],
    changes: new Map(Object.entries(changes)),
    author: { name: 'Ana', email: '', at: '2024-03-01T09:00:00Z' },
    message: 'x',
  });
}
const gameOf = (more: object = {}): Game =>
  ({
    folder,
    played: 'here',
    forge: { repository },
    caches: new Caches(null),
    main: () => Promise.resolve(main),
    ...more,
  }) as unknown as Game;
const refresh = (discard: readonly string[] = []): Promise<readonly string[]> =>
  refreshCheckout(gameOf(), discard);
const edits = async (): Promise<readonly (readonly [string, string | null])[]> =>
  [...(await readEdits(gameOf())).changes].sort(([a], [b]) => (a < b ? -1 : 1));
const at = (path: string): string | null =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const forget = (): void => rmSync(join(folder, '.gitnomic/checkout.json'));

test('the folder becomes what main is, and follows it', async () => {
  expect(await refresh()).toEqual([]);
  expect([at(BO), at(RULE), at(SITE), await edits()]).toEqual(['Bo 1\n', 'A 1\n', 'red\n', []]);
  await commit({ [BO]: 'Bo 2\n', [RULE]: null });
  expect([await refresh(), at(BO), at(RULE)]).toEqual([[], 'Bo 2\n', null]);
});

test('what somebody changed, added or removed is an edit', async () => {
  await refresh();
  put(BO, 'Mine\n');
  put('content/ruleset/new.md', 'New\n');
  put('content/picture.png', 'no text');
  put('content/dynasties/1/dynasty.yml', 'past\n');
  rmSync(join(folder, RULE));
  expect(await edits()).toEqual([
    [BO, 'Mine\n'],
    [RULE, null],
    ['content/ruleset/new.md', 'New\n'],
  ]);
});

test('edits stay and are reported when main moves, unless they are given up', async () => {
  await refresh();
  put(BO, 'Mine\n');
  await commit({ [BO]: 'Bo 2\n', [RULE]: 'A 2\n' });
  expect([await refresh(), at(BO), at(RULE)]).toEqual([[BO], 'Mine\n', 'A 2\n']);
  expect([await refresh([BO]), at(BO), await edits()]).toEqual([[], 'Bo 2\n', []]);
  put('content/ruleset/new.md', 'New\n');
  expect([await refresh(['content/ruleset/new.md']), at('content/ruleset/new.md')]).toEqual([[], null]);
});

test('what an interrupted command had already written isn’t an edit', async () => {
  await refresh();
  await commit({ [BO]: 'Bo 2\n' });
  await commit({ [BO]: 'Bo 3\n' });
  for (const text of ['Bo 2\n', 'Bo 3\n']) {
    put(BO, text);
    expect(await edits()).toEqual([]);
  }
  put(BO, 'Bo 2\n');
  expect([await refresh(), at(BO)]).toEqual([[], 'Bo 3\n']);
});

test('without a noted commit, compares the folder with the most similar one, and ignores missing files', async () => {
  await refresh();
  await commit({ [BO]: 'Bo 2\n', [RULE]: 'A 2\n' });
  forget();
  put(SITE, 'blue\n');
  expect(await edits()).toEqual([[SITE, 'blue\n']]);
  rmSync(join(folder, BO));
  expect(await edits()).toEqual([[SITE, 'blue\n']]);
  expect([await refresh(), at(BO), at(RULE), at(SITE)]).toEqual([[SITE], 'Bo 2\n', 'A 2\n', 'blue\n']);
});

test('an empty folder has no edits, whatever main contains', async () => {
  expect(await edits()).toEqual([]);
});

test('writes nothing for a game that is played elsewhere or has no folder', async () => {
  expect(await refreshCheckout(gameOf({ played: 'elsewhere' }))).toEqual([]);
  expect(await refreshCheckout(gameOf({ folder: '' }))).toEqual([]);
  expect(at(BO)).toBeNull();
});

test('writes only their look for pages alone', async () => {
  await checkOutForPages(gameOf());
  expect([at(SITE), at(BO), at(RULE)]).toEqual(['red\n', null, null]);
});
