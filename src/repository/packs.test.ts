import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { writeCommitObject } from './commit.ts';
import type { Disk } from './disk.ts';
import { describeTree } from './fixtures/describe-tree.ts';
import { memoryDisk } from './memory-disk.ts';
import { nodeDisk } from './node-disk.ts';
import { MANY_OBJECTS } from './read-ahead.ts';
import { readTree } from './read-tree.ts';
import { readObject, writeObject } from './objects.ts';
import { RepositoryError } from './repository-error.ts';
import { createRepository, repositoryOn, type Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { advance } from './refs.ts';
import { writeCommit, type NewContent } from './write-commit.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-packs-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', scratch, '--git-dir=game.git', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Texts that change a little from commit to commit, so that Git packs them as deltas of deltas. */
async function fill(repository: Repository, branch: string, commits: number): Promise<void> {
  let tip: Oid | null = null;
  for (let n = 0; n < commits; n += 1) {
    const lines = Array.from(
      { length: 200 },
      (_, line) => `${branch} ${line} ${line % 7 === n % 7 ? n : ''}`,
    );
    const changes = new Map<string, NewContent>([
      ['content/long.md', lines.join('\n')],
      [`content/n-${n}.md`, `${n}`],
      ['content/picture.png', Buffer.from(lines.join('')).subarray(n)],
    ]);
    tip = await writeCommit(repository, {
      parents: tip === null ? [] : [tip],
      changes,
      author,
      message: `${n}`,
    });
  }
  await advance(repository, branch, null, tip);
}

let oids: readonly Oid[] = [];
beforeAll(async () => {
  const repository = await createRepository(nodeDisk(scratch), 'game.git');
  await fill(repository, 'main', 60);
  await writeObject(repository, 'blob', Buffer.alloc(3_000_000, 'large '));
  await advance(
    repository,
    'large',
    null,
    await writeCommit(repository, {
      parents: [],
      changes: new Map([
        ['large.md', Buffer.alloc(3_000_000, 'large ')],
        ['larger.md', Buffer.alloc(3_000_007, 'large ')],
      ]),
      author,
      message: 'Large',
    }),
  );
  oids = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n');
});

const WAYS = ['isomorphic-git', 'Git'] as const;
function fresh(by: (typeof WAYS)[number]): Repository {
  const { root: _, ...withoutGit } = nodeDisk(scratch);
  return repositoryOn(by === 'Git' ? nodeDisk(scratch) : withoutGit, 'game.git');
}

async function readAll(repository: Repository): Promise<readonly string[]> {
  const kinds: string[] = [];
  for (const oid of oids) kinds.push((await readObject(repository, oid)).kind);
  return kinds;
}

describe.each(
  WAYS.flatMap((by) => [
    ['with bases named by place', by, ['-c', 'repack.useDeltaBaseOffset=true']] as const,
    ['with bases named by hash', by, ['-c', 'repack.useDeltaBaseOffset=false']] as const,
  ]),
)('a pack %s, read by %s', (_how, by, config) => {
  beforeAll(() => void git(...config, 'repack', '-adfq', '--depth=60', '--window=60'));

  test('gives every object as it was', async () => {
    expect(git('count-objects', '-v')).toContain('count: 0');
    expect(git('verify-pack', '-s', ...packsOnDisk())).toMatch(/chain length = [2-9]/u);
    expect(new Set(await readAll(fresh(by)))).toEqual(new Set(['blob', 'commit', 'tree']));
  });

  test('tells the size of an object that is too large, whole or a delta, without unpacking it', async () => {
    const repository = fresh(by);
    const sizes = await Promise.all(oids.map((oid) => readObject(repository, oid, 1_000_000)));
    const large = sizes.filter((object) => 'size' in object);
    expect(
      large.map((object) => [object.kind, object.size]).sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['blob', 3_000_000],
      ['blob', 3_000_007],
    ]);
  });

  test('reports an object that it doesn’t have as missing', async () => {
    for (const oid of ['0'.repeat(40), 'f'.repeat(40), '0123456789'.repeat(4)]) {
      await expect(readObject(fresh(by), oid)).rejects.toMatchObject({ code: 'missing' });
    }
  });
});

const packsOnDisk = (): string[] =>
  readdirSync(join(scratch, 'game.git/objects/pack'))
    .filter((name) => name.endsWith('.idx'))
    .map((name) => join(scratch, 'game.git/objects/pack', name));

test('Git and isomorphic-git read the same, one object at a time and all at once', async () => {
  const [ours, theirs] = [fresh('Git'), fresh('isomorphic-git')];
  for (const oid of oids) expect(await readObject(ours, oid)).toEqual(await readObject(theirs, oid));
  const many = new Map(
    Array.from({ length: MANY_OBJECTS + 5 }, (_, n) => [`content/f-${n % 9}/n-${n}.md`, `${n}`]),
  );
  many.set('content/large.md', 'large '.repeat(500_000));
  const commit = await writeCommit(theirs, { parents: [], changes: many, author, message: 'Many' });
  await advance(theirs, 'many', null, commit);
  const limits = { fileBytes: 2_000_000, totalBytes: 2_000_000, files: 1000 };
  const [read, same] = await Promise.all(
    [fresh('Git'), fresh('isomorphic-git')].map((one) => readTree(one, commit, { limits })),
  );
  expect(read?.files.size).toBe(MANY_OBJECTS + 5);
  expect(read).toEqual(same);
  expect(await readTree(fresh('Git'), commit, { limits: { ...limits, totalBytes: 99, files: 150 } })).toEqual(
    await readTree(fresh('isomorphic-git'), commit, { limits: { ...limits, totalBytes: 99, files: 150 } }),
  );
});

test('a folder that no walk reaches needn’t exist when reading ahead', async () => {
  const repository = fresh('Git');
  const tree = await describeTree(repository, [
    ['40000', '..', '1'.repeat(40)],
    ['100644', 'a.md', 'A'],
    ['160000', 'module', '2'.repeat(40)],
  ]);
  const commit = await writeCommitObject(repository, {
    tree,
    parents: [],
    author,
    committer: author,
    message: 'Odd',
  });
  const { files, problems } = await readTree(fresh('Git'), commit);
  expect([...files.keys()]).toEqual(['a.md']);
  expect(problems.map(({ code }) => code)).toEqual(['bad-name', 'submodule']);
});

test('falls back to isomorphic-git without a Git that reads the repository', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = scratch;
  try {
    expect(new Set(await readAll(fresh('Git')))).toEqual(new Set(['blob', 'commit', 'tree']));
  } finally {
    process.env['PATH'] = path;
  }
});

test.each(WAYS)('packs added and removed while the repository is open are noticed by %s', async (by) => {
  const open = fresh(by);
  const branch = `other-${by.length}`;
  await readAll(open);
  const other = await createRepository(nodeDisk(scratch), 'game.git');
  await fill(other, branch, 3);
  git('repack', '-dq');
  expect(packsOnDisk().length).toBeGreaterThan(1);
  oids = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n');
  await readAll(open);
  git('repack', '-adfq');
  expect(packsOnDisk()).toHaveLength(1);
  await readAll(repositoryOn(open.disk, 'game.git'));
});

test('damaged data in a pack is corrupt or missing, never wrong', async () => {
  const disk = memoryDisk();
  for (const path of packsOnDisk()) {
    for (const file of [path, path.replace(/idx$/u, 'pack')]) {
      const name = file.slice(file.lastIndexOf('/') + 1);
      await disk.write(`game.git/objects/pack/${name}`, readFileSync(file));
    }
  }
  const [pack = ''] = (await disk.list('game.git/objects/pack'))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('k'));
  const bad: unknown[] = [];
  for (let seed = 1; seed <= 150; seed += 1) {
    const name = seed % 3 === 0 ? pack.replace(/pack$/u, 'idx') : pack;
    const spoilt = await spoil(disk, `game.git/objects/pack/${name}`, seed);
    const oid = oids[seed % oids.length] ?? '';
    await readObject(repositoryOn(spoilt, 'game.git'), oid).catch((error: unknown) => {
      if (!(error instanceof RepositoryError) || !['corrupt', 'missing'].includes(error.code))
        bad.push(error);
    });
  }
  expect(bad).toEqual([]);
});

/** Flips some bytes, and every tenth time cuts off the end. */
async function spoil(disk: ReturnType<typeof memoryDisk>, path: string, seed: number): Promise<Disk> {
  const copy = disk.copy();
  const bytes = Buffer.from((await copy.read(path)) ?? []);
  for (let n = 1; n <= 200; n += 1) {
    const at = (seed * 7919 + n * 104729) % bytes.length;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (n % 8));
  }
  await copy.write(path, seed % 10 === 0 ? bytes.subarray(0, bytes.length / 2) : bytes);
  return copy;
}
