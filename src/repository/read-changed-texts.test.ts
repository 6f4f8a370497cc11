import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCommitObject } from './commit.ts';
import { describeTree } from './fixtures/describe-tree.ts';
import { pathOfLoose } from './loose-size.ts';
import type { Oid } from './oid.ts';
import { readChangedTexts, type TextsRead } from './read-changed-texts.ts';
import { readTree } from './read-tree.ts';
import { memoryRepository } from './fixtures/memory-repository.ts';
import { repositoryOn, type Repository } from './repository.ts';
import { writeCommit, type Changes } from './write-commit.ts';

const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };
const WITHIN = { under: ['game', 'note.md'], limits: { fileBytes: 1_000, totalBytes: 5_000 } };

async function commit(repository: Repository, changes: Changes, parents: readonly Oid[] = []): Promise<Oid> {
  return writeCommit(repository, { parents, changes, author, committer: author, message: 'x' });
}

async function wholly(repository: Repository, oid: Oid): Promise<TextsRead> {
  const { files } = await readTree(repository, oid, WITHIN);
  const texts = [...files].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const]));
  return { commit: oid, texts, bytes: [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0) };
}

const FIRST = new Map([
  ['game/a.md', 'one\n'],
  ['game/deep/b.md', 'two\n'],
  ['game/deep/c.md', 'three\n'],
  ['note.md', 'four\n'],
  ['else.md', 'five\n'],
]);

test('gives the texts of the commit before with what changed, in the same order', async () => {
  const name = fc.constantFrom('game/a.md', 'game/deep/b.md', 'game/deep/c.md', 'note.md', 'else.md');
  const edits = fc.uniqueArray(fc.tuple(name, fc.string({ maxLength: 9 })), { selector: ([path]) => path });
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const repository = await memoryRepository();
      const before = await commit(repository, FIRST);
      const after = await commit(repository, new Map(changes), [before]);
      const read = await readChangedTexts(repository, await wholly(repository, before), after, WITHIN);
      const whole = await wholly(repository, after);
      expect(read?.texts).toEqual(whole.texts);
      expect(read?.bytes).toBeGreaterThanOrEqual(whole.bytes);
    }),
    { numRuns: 60 },
  );
});

test('doesn’t read unchanged files again', async () => {
  const repository = await memoryRepository();
  const before = await commit(repository, FIRST);
  const known = await wholly(repository, before);
  const after = await commit(repository, new Map([['game/deep/b.md', 'another\n']]), [before]);
  const { files } = await readTree(repository, before);
  const { disk, gitdir } = repository;
  for (const { oid } of files.values()) await disk.remove(pathOfLoose(gitdir, oid));
  const read = await readChangedTexts(repositoryOn(disk, gitdir), known, after, WITHIN);
  expect(read?.texts).toEqual([
    ['game/a.md', 'one\n'],
    ['game/deep/b.md', 'another\n'],
    ['game/deep/c.md', 'three\n'],
    ['note.md', 'four\n'],
  ]);
});

test.each<[string, Changes]>([
  ['a file came', new Map([['game/d.md', 'four\n']])],
  ['a file went', new Map([['game/a.md', null]])],
  ['a folder came in the place of a file', new Map([['game/a.md/x.md', 'four\n']])],
  ['one is no text any more', new Map([['game/a.md', Buffer.from([0xff, 0xfe, 0x00])]])],
  ['one is too large', new Map([['game/a.md', 'x'.repeat(1_001)]])],
])('requires reading the whole tree if %s', async (_, changes) => {
  const repository = await memoryRepository();
  const before = await commit(repository, FIRST);
  const known = await wholly(repository, before);
  expect(
    await readChangedTexts(repository, known, await commit(repository, changes, [before]), WITHIN),
  ).toBeNull();
});

test('requires reading the whole tree if it may be too large, or if a link replaces a file', async () => {
  const repository = await memoryRepository();
  const before = await commit(repository, FIRST);
  const known = await wholly(repository, before);
  const after = await commit(repository, new Map([['game/a.md', '12345\n']]), [before]);
  const limits = { fileBytes: 1_000, totalBytes: known.bytes + 5 };
  expect(await readChangedTexts(repository, known, after, { ...WITHIN, limits })).toBeNull();
  expect(
    await readChangedTexts(repository, known, after, {
      ...WITHIN,
      limits: { ...limits, totalBytes: known.bytes + 6 },
    }),
  ).not.toBeNull();

  const tree = await describeTree(repository, [['120000', 'note.md', '/etc/passwd']]);
  const linked = await writeCommitObject(repository, {
    tree,
    parents: [before],
    author,
    committer: author,
    message: 'x',
  });
  expect(await readChangedTexts(repository, { ...known, texts: known.texts }, linked, WITHIN)).toBeNull();
});

test('normalizes Windows line endings as when reading a whole tree', async () => {
  const repository = await memoryRepository();
  const before = await commit(repository, FIRST);
  const after = await commit(repository, new Map([['game/a.md', 'one\r\ntwo\r\n']]), [before]);
  const read = await readChangedTexts(repository, await wholly(repository, before), after, WITHIN);
  expect(read?.texts[0]).toEqual(['game/a.md', 'one\ntwo\n']);
});
