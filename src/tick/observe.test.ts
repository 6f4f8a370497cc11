import { expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryDisk } from '../repository/memory-disk.ts';
import { pathOfLoose } from '../repository/loose-size.ts';
import type { Oid } from '../repository/oid.ts';
import { readTree } from '../repository/read-tree.ts';
import { createRepository, repositoryOn, type Repository } from '../repository/repository.ts';
import { writeCommit, type Changes } from '../repository/write-commit.ts';
import { readContent } from './observe.ts';

const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };

const commit = (repository: Repository, changes: Changes, parents: readonly Oid[] = []): Promise<Oid> =>
  writeCommit(repository, { parents, changes, author, committer: author, message: 'x' });

test('reads a commit after one already read only as far as it changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  try {
    const caches = new Caches('this engine');
    caches.keepIn(folder);
    const repository = await createRepository(memoryDisk(), 'repository.git', { memo: caches.onDisk });
    const texts = new Map([
      ['content/game.yml', 'name: X\n'],
      ['content/gamestate/game.md', 'one\n'],
      ['content/ruleset/core.md', 'two\n'],
    ]);
    const first = await commit(repository, texts);
    await readContent({ repository }, first);
    const { files } = await readTree(repository, first);
    const second = await commit(repository, new Map([['content/gamestate/game.md', 'three\n']]), [first]);
    const third = await commit(repository, new Map([['content/game.yml', 'name: Y\n']]), [second]);
    const { disk, gitdir } = repository;
    for (const { oid } of files.values()) await disk.remove(pathOfLoose(gitdir, oid));
    const reopened = { repository: repositoryOn(disk, gitdir, caches.onDisk) };
    expect([...(await readContent(reopened, third))]).toEqual([
      ['content/game.yml', 'name: Y\n'],
      ['content/gamestate/game.md', 'three\n'],
      ['content/ruleset/core.md', 'two\n'],
    ]);
    // The added text is found only by reading the whole commit, which is gone.
    const fourth = await commit(repository, new Map([['content/gamestate/more.md', 'four\n']]), [third]);
    await expect(readContent(reopened, fourth)).rejects.toThrow(/no object/u);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
