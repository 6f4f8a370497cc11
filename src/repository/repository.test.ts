import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readCommit } from './commit.ts';
import type { Signature } from './git-object.ts';
import { diffTrees } from './diff-trees.ts';
import { findMergeBase } from './merge-base.ts';
import { nodeDisk } from './node-disk.ts';
import { hasObject, writeObject } from './objects.ts';
import { readFileText } from './read-file.ts';
import { readTree } from './read-tree.ts';
import { advance, isBranchName, listBranches, readBranch, readBranches } from './refs.ts';
import { memoryRepository } from './fixtures/memory-repository.ts';
import { createRepository, openRepository, type Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { writeCommit, type NewContent } from './write-commit.ts';

const ana: Signature = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };
const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-repository-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const later = (minutes: number): Signature => ({
  ...ana,
  at: `${new Date(Date.parse(ana.at) + minutes * 60_000).toISOString().slice(0, 19)}Z`,
});

function commit(
  repository: Repository,
  parents: readonly Oid[],
  changes: Record<string, NewContent>,
  author: Signature = ana,
): Promise<Oid> {
  return writeCommit(repository, {
    parents,
    changes: new Map(Object.entries(changes)),
    author,
    message: 'Change',
  });
}

const textsOf = async (repository: Repository, oid: Oid): Promise<Record<string, string | null>> => {
  const { files } = await readTree(repository, oid);
  return Object.fromEntries([...files].map(([path, file]) => [path, file.text]));
};

let disks = 0;
const onDisk = (): Promise<Repository> => {
  disks += 1;
  return createRepository(nodeDisk(join(scratch, `disk-${disks}`)), 'game.git');
};

describe.each([
  ['in memory', memoryRepository],
  ['on disk', onDisk],
])('%s', (_where, make) => {
  let repository: Repository;
  beforeAll(async () => {
    repository = await make();
  });

  test('writes and reads back a commit with nested folders, without removed files and empty folders', async () => {
    const first = await commit(repository, [], {
      'a.md': 'one\n',
      'deep/er/b.md': 'two\n',
      'deep/er/c.md': 'x',
    });
    const second = await commit(repository, [first], { 'a.md': 'uno\n', 'deep/er/b.md': null });
    const third = await commit(repository, [second], { 'deep/er/c.md': null });
    expect(await textsOf(repository, first)).toEqual({
      'a.md': 'one\n',
      'deep/er/b.md': 'two\n',
      'deep/er/c.md': 'x',
    });
    expect(await textsOf(repository, second)).toEqual({ 'a.md': 'uno\n', 'deep/er/c.md': 'x' });
    expect(await textsOf(repository, third)).toEqual({ 'a.md': 'uno\n' });
    expect(await readCommit(repository, third)).toMatchObject({
      parents: [second],
      author: ana,
      message: 'Change\n',
    });
  });

  test('removes a whole folder, and replaces a file by a folder', async () => {
    const first = await commit(repository, [], { 'rules/a.md': 'a', 'rules/b/c.md': 'c', d: 'd' });
    const second = await commit(repository, [first], { rules: null, d: null, 'd/e.md': 'e' });
    expect(await textsOf(repository, second)).toEqual({ 'd/e.md': 'e' });
    await expect(commit(repository, [], { a: 'x', 'a/b': 'y' })).rejects.toMatchObject({ code: 'bad-path' });
  });

  test('reads only what is asked for', async () => {
    const oid = await commit(repository, [], { 'content/a.md': 'a', 'content-not/b.md': 'b', 'c.md': 'c' });
    const read = await readTree(repository, oid, { under: ['content', 'c.md'] });
    expect([...read.files.keys()].sort()).toEqual(['c.md', 'content/a.md']);
    expect(await readFileText(repository, oid, 'content/a.md')).toBe('a');
    expect(await readFileText(repository, oid, 'content/z.md')).toBeNull();
    expect(await readFileText(repository, oid, 'content')).toBeNull();
  });

  test('lists the files that differ between two commits', async () => {
    const before = await commit(repository, [], { 'a.md': 'a', 'x/b.md': 'b', 'x/c.md': 'c', 'y/d.md': 'd' });
    const after = await commit(repository, [before], { 'a.md': null, 'x/b.md': 'B', 'x/n/e.md': 'e' });
    const paths = (await diffTrees(repository, before, after)).map((one) => [
      one.path,
      one.before?.kind,
      one.after?.kind,
    ]);
    expect(paths).toEqual([
      ['a.md', 'file', undefined],
      ['x/b.md', 'file', 'file'],
      ['x/n/e.md', undefined, 'file'],
    ]);
    expect(await diffTrees(repository, before, after, { under: 'y' })).toEqual([]);
    expect(await diffTrees(repository, before, before)).toEqual([]);
  });

  test('moves a branch only from where it is expected to be', async () => {
    const first = await commit(repository, [], { a: '1' });
    const second = await commit(repository, [first], { a: '2' });
    expect(await readBranch(repository, 'play/one')).toBeNull();
    expect(await advance(repository, 'play/one', null, first)).toBe('advanced');
    expect(await advance(repository, 'play/one', null, second)).toBe('moved');
    expect(await advance(repository, 'play/one', first, second)).toBe('advanced');
    expect(await listBranches(repository)).toEqual([{ name: 'play/one', oid: second }]);
    expect(await advance(repository, 'play/one', second, null)).toBe('advanced');
    expect(await listBranches(repository)).toEqual([]);
  });

  test('only one of ten concurrent moves of a branch succeeds', async () => {
    const first = await commit(repository, [], { a: '1' });
    await advance(repository, 'race', null, first);
    const rivals = await Promise.all(
      Array.from({ length: 10 }, (_, n) => commit(repository, [first], { a: `r${n}` })),
    );
    const outcomes = await Promise.all(rivals.map((rival) => advance(repository, 'race', first, rival)));
    expect(outcomes.filter((outcome) => outcome === 'advanced')).toHaveLength(1);
    await advance(repository, 'race', await readBranch(repository, 'race'), null);
  });

  test('removes a lock that a killed process left on a branch', async () => {
    const first = await commit(repository, [], { a: '1' });
    const lock = `${repository.gitdir}/refs/heads/left.lock`;
    await repository.disk.create(lock, Buffer.from('gitnomic\n'));
    expect(await advance(repository, 'left', null, first)).toBe('advanced');
    await repository.disk.create(lock, Buffer.from('gitno'));
    expect(await readBranches(repository, ['left', 'none'])).toEqual(new Map([['left', first]]));
    expect(await repository.disk.stat(lock)).toBeNull();
    await repository.disk.create(lock, Buffer.from(`${first}\n`));
    await readBranches(repository, ['left']);
    expect(await repository.disk.stat(lock)).not.toBeNull();
    await repository.disk.remove(lock);
  });

  test('the merge base is the newest commit in common', async () => {
    const base = await commit(repository, [], { a: '1' }, later(0));
    const main1 = await commit(repository, [base], { a: '2' }, later(1));
    const head = await commit(repository, [base], { b: '1' }, later(2));
    const merged = await commit(repository, [main1, head], { b: '1' }, later(3));
    const young = await commit(repository, [main1], { c: '1' }, later(4));
    const backdated = await commit(repository, [main1], { d: '1' }, later(-9999));
    const orphan = await commit(repository, [], { z: '1' }, later(5));
    expect(await findMergeBase(repository, merged, head)).toBe(head);
    expect(await findMergeBase(repository, merged, young)).toBe(main1);
    expect(await findMergeBase(repository, merged, backdated)).toBe(main1);
    expect(await findMergeBase(repository, merged, merged)).toBe(merged);
    expect(await findMergeBase(repository, merged, orphan)).toBeNull();
  });

  test('refuses to write to a path that leads elsewhere', async () => {
    const paths = ['../a', 'a/../../b', '.git/config', 'a//b', '/a', 'con.md', 'a\\b', 'a/.GIT/b', 'x/git~1'];
    const outcomes = await Promise.allSettled(paths.map((path) => commit(repository, [], { [path]: 'x' })));
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      paths.map(() => 'bad-path'),
    );
  });

  test('reports a missing object or one of another kind by its code', async () => {
    await expect(readTree(repository, '0'.repeat(40))).rejects.toMatchObject({ code: 'missing' });
    expect(await hasObject(repository, '0'.repeat(40))).toBe(false);
    const blob = await writeObject(repository, 'blob', Buffer.from('a'));
    await expect(readCommit(repository, blob)).rejects.toMatchObject({ code: 'wrong-kind' });
  });
});

describe('beside ordinary Git', () => {
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  test('Git reads what we write, and we read what Git packs', async () => {
    const folder = join(scratch, 'beside');
    const repository = await createRepository(nodeDisk(folder), 'game.git');
    const author = { ...ana, name: 'A <n> a\nb' };
    const texts = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`rules/r-${n}.md`, `rule ${n}\n`.repeat(n)]),
    );
    const first = await commit(repository, [], texts, author);
    const second = await commit(repository, [first], {
      'rules/r-7.md': 'changed ü\n',
      'rules.md': 'r',
      'rules-2': 'r',
    });
    await advance(repository, 'main', null, second);
    expect(git(folder, '--git-dir=game.git', 'fsck', '--strict')).toBe('');
    git(folder, 'clone', '-q', 'game.git', 'copy');
    expect(git(join(folder, 'copy'), 'show', 'HEAD:rules/r-7.md')).toBe('changed ü\n');
    git(folder, '--git-dir=game.git', 'gc', '-q');
    const fresh = await createRepository(nodeDisk(folder), 'game.git');
    expect(await fresh.disk.read('game.git/refs/heads/main')).toBeNull();
    expect(await listBranches(fresh)).toEqual([{ name: 'main', oid: second }]);
    expect(await textsOf(fresh, first)).toEqual(texts);
    const third = await commit(fresh, [second], { a: 'a' });
    expect(await advance(fresh, 'main', second, third)).toBe('advanced');
    expect(git(folder, '--git-dir=game.git', 'log', '--format=%H', 'main').split('\n')[0]).toBe(third);
    expect(await readBranch(await openRepository(join(folder, 'game.git')), 'main')).toBe(third);
    git(folder, '--git-dir=game.git', 'pack-refs', '--all');
    expect(await advance(fresh, 'main', third, null)).toBe('advanced');
    expect(git(folder, '--git-dir=game.git', 'branch', '--list')).toBe('');
    await expect(openRepository(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'not-a-repository' });
  });
});

test('accepts only branch names that nothing misreads', () => {
  expect(['main', 'proposals/12-a-longer-night', 'ana/v1.2'].filter((name) => !isBranchName(name))).toEqual(
    [],
  );
  const bad = [
    '',
    '-x',
    'a..b',
    'a/',
    '/a',
    'a b',
    'a;b',
    '$(x)',
    'a.lock',
    'a/.b',
    'ü',
    'a\nb',
    'a/x.lock/b',
    'a~1',
  ];
  expect(bad.filter((name) => isBranchName(name))).toEqual([]);
});
