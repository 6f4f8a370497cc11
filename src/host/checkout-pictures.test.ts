import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import { pathOfLoose } from '../repository/loose-size.ts';
import type { Oid } from '../repository/oid.ts';
import { readTree } from '../repository/read-tree.ts';
import { memoryRepository } from '../repository/fixtures/memory-repository.ts';
import { repositoryOn, type Repository } from '../repository/repository.ts';
import { writeCommit, type Changes } from '../repository/write-commit.ts';
import { checkOutPictures } from './checkout.ts';
import type { Game } from './game.ts';

const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };
const CAT = 'content/pictures/art/cat.0123456789abcdef.webp';
const DOG = 'content/pictures/art/dog.fedcba9876543210.webp';

let folder = '';
let repository: Repository;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  repository = await memoryRepository();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const commit = (changes: Changes, parents: readonly Oid[] = []): Promise<Oid> =>
  writeCommit(repository, { parents, changes, author, committer: author, message: 'x' });

function gameWith(caches: Caches): Game {
  return { folder, forge: { repository }, caches } as unknown as Game;
}

function cachesIn(place: string): Caches {
  const caches = new Caches('this engine');
  caches.keepIn(place);
  return caches;
}

test('pictures come and go with those of main, and one removed by hand comes back', async () => {
  const game = gameWith(cachesIn(join(folder, 'cache')));
  const first = await commit(new Map([[CAT, 'a cat']]));
  await checkOutPictures(game, first);
  expect(readFileSync(join(folder, CAT), 'utf8')).toBe('a cat');

  rmSync(join(folder, CAT));
  const other = await commit(new Map([['content/game.yml', 'name: X\n']]), [first]);
  await checkOutPictures(game, other);
  expect(existsSync(join(folder, CAT))).toBe(true);

  const second = await commit(
    new Map([
      [CAT, null],
      [DOG, 'a dog'],
    ]),
    [other],
  );
  await checkOutPictures(game, second);
  expect([CAT, DOG].map((path) => existsSync(join(folder, path)))).toEqual([false, true]);
});

test('reads no picture again if a commit changes none, not even in another process', async () => {
  const first = await commit(new Map([[CAT, 'a cat']]));
  const caches = cachesIn(join(folder, 'cache'));
  await checkOutPictures(gameWith(caches), first);
  caches.save();
  const second = await commit(new Map([['content/game.yml', 'name: X\n']]), [first]);
  const { files } = await readTree(repository, second, { under: 'content/pictures' });
  const { disk, gitdir } = repository;
  for (const { oid } of files.values()) await disk.remove(pathOfLoose(gitdir, oid));
  repository = repositoryOn(disk, gitdir);
  await checkOutPictures(gameWith(cachesIn(join(folder, 'cache'))), second);
  expect(existsSync(join(folder, CAT))).toBe(true);
});
