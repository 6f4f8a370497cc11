import { beforeAll, expect, test } from 'vitest';

import { writeCommitObject } from './commit.ts';
import type { Signature } from './git-object.ts';
import { diffTrees } from './diff-trees.ts';
import { readObject, writeObject } from './objects.ts';
import { readTree } from './read-tree.ts';
import { memoryRepository } from './fixtures/memory-repository.ts';
import { type Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { describeTree } from './fixtures/describe-tree.ts';
import { writeCommit } from './write-commit.ts';

const eve: Signature = { name: 'Eve', email: 'eve@example.org', at: '2021-06-18T09:00:00Z' };
let repository: Repository;
beforeAll(async () => {
  repository = await memoryRepository();
});

/** A commit that no honest tool writes: `[mode, name, content]`, in which an oid is used directly. */
async function craft(entries: readonly (readonly [string, string, string | Uint8Array])[]): Promise<Oid> {
  const good = await describeTree(repository, [['100644', 'good.md', 'good\n']]);
  const tree = await describeTree(repository, [...entries, ['40000', 'rules', good]]);
  return writeCommitObject(repository, {
    tree,
    parents: [],
    author: eve,
    committer: eve,
    message: 'Innocent',
  });
}

const aTree = (): Promise<Oid> => describeTree(repository, [['100644', 'x.md', 'x']]);

test.each([
  ['bad-name', '100644', '..', 'would leave its folder'],
  ['bad-name', '100644', '.', 'would leave its folder'],
  ['bad-name', '40000', '.git', 'is reserved by Git'],
  ['bad-name', '40000', '.GIT ', 'is reserved by Git'],
  ['bad-name', '40000', 'git~1', 'is reserved by Git'],
  ['bad-name', '40000', '.g\u200cit', 'is reserved by Git'],
  ['bad-name', '100644', 'a\\..\\b.md', 'some systems can’t have'],
  ['bad-name', '100644', 'votes\u202e.md', 'invisible'],
  ['bad-name', '100644', 'aux.md', 'device'],
  ['bad-name', '100644', 'e\u0301.md', 'NFC'],
  ['bad-name', '100644', `${'a'.repeat(300)}.md`, 'longer than'],
  ['symlink', '120000', 'passwd.md', 'is a symbolic link'],
  ['submodule', '160000', 'other', 'is a submodule'],
  ['odd-mode', '100000', 'odd.md', 'neither a file nor a folder'],
])('reports %s for an entry with mode %s and name %j', async (code, mode, name, says) => {
  const content = mode === '40000' || mode === '160000' ? await aTree() : '/etc/passwd';
  const { files, problems } = await readTree(repository, await craft([[mode, name, content]]));
  expect([...files.keys()]).toEqual(['rules/good.md']);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ code, note: false });
  expect(problems[0]?.message).toContain(says);
  // oxlint-disable-next-line no-control-regex
  expect(problems[0]?.message).not.toMatch(/[\u0000-\u001f\u202e\u200c]/u);
});

test('reports a name that isn’t UTF-8, and writes it back unchanged beside other changes', async () => {
  const odd = await craft([['100644', Buffer.from([0x61, 0xff, 0x62]).toString('latin1'), 'x']]);
  const { problems } = await readTree(repository, odd);
  expect(problems).toMatchObject([{ code: 'bad-name', path: 'a\ufffdb' }]);
  const next = await writeCommit(repository, {
    parents: [odd],
    changes: new Map([['rules/good.md', 'better\n']]),
    author: eve,
    message: 'Better',
  });
  expect((await diffTrees(repository, odd, next)).map((one) => one.path)).toEqual(['rules/good.md']);
});

test('reports the size of a 50 MB file without reading it', async () => {
  const large = await craft([['100644', 'large.md', new Uint8Array(50 * 1024 * 1024)]]);
  const { files, problems } = await readTree(repository, large);
  expect([...files.keys()]).toEqual(['rules/good.md']);
  expect(problems[0]?.message).toBe('large.md has 52428800 bytes; at most 2097152 are read.');
});

test('names the line of text that isn’t UTF-8, and doesn’t treat a picture as text', async () => {
  const latin = Buffer.concat([
    Buffer.from('one\ntwo\n'),
    Buffer.from([0xe9]),
    Buffer.from('t\xe9\n', 'latin1'),
  ]);
  const oid = await craft([
    ['100644', 'latin.md', latin],
    ['100644', 'seal.png', new Uint8Array([0x89, 0x50, 0, 0xff])],
  ]);
  const { files, problems } = await readTree(repository, oid);
  expect(problems.map((one) => one.message)).toEqual([
    'latin.md is not written in UTF-8: see line 3; save it as UTF-8.',
  ]);
  expect(files.get('seal.png')).toMatchObject({ text: null, bytes: 4 });
});

test('reads Windows line endings as plain ones, with a note', async () => {
  const { files, problems } = await readTree(
    repository,
    await craft([['100644', 'crlf.md', 'one\r\ntwo\r\n']]),
  );
  expect(files.get('crlf.md')?.text).toBe('one\ntwo\n');
  expect(problems).toMatchObject([{ code: 'crlf', note: true }]);
});

test('reads only the first of two names that differ only in case', async () => {
  const oid = await craft([
    ['100644', 'Votes.md', 'A'],
    ['100644', 'votes.md', 'b'],
  ]);
  const { files, problems } = await readTree(repository, oid);
  expect(files.has('Votes.md')).toBe(true);
  expect(problems).toMatchObject([{ code: 'same-but-for-case', path: 'votes.md' }]);
});

test('limits the depth of folders, the number of files and the number of bytes', async () => {
  const deep = await writeCommit(repository, {
    parents: [],
    changes: new Map([[`${'d/'.repeat(40)}x.md`, 'x']]),
    author: eve,
    message: 'Deep',
  });
  expect((await readTree(repository, deep)).problems).toMatchObject([{ code: 'too-deep' }]);
  const many = await writeCommit(repository, {
    parents: [],
    changes: new Map(Array.from({ length: 30 }, (_, n) => [`${n}.md`, '0123456789'])),
    author: eve,
    message: 'Many',
  });
  const few = await readTree(repository, many, { limits: { files: 10 } });
  expect([few.files.size, few.problems.length, few.problems[0]?.code]).toEqual([10, 20, 'too-many']);
  const short = await readTree(repository, many, { limits: { totalBytes: 100 } });
  expect([short.files.size, short.problems[0]?.code]).toEqual([10, 'too-large']);
});

test('an object shorter than the size it claims is corrupt', async () => {
  const oid = await writeObject(repository, 'blob', Buffer.from('honest'));
  const path = `${repository.gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
  const torn = (await repository.disk.read(path))?.subarray(0, 12) ?? new Uint8Array();
  const fresh = await memoryRepository();
  await fresh.disk.write(path, torn);
  await expect(readObject(fresh, oid)).rejects.toMatchObject({ code: 'corrupt' });
});
