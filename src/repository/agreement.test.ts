// If the repository bypasses isomorphic-git, for speed or because it refuses, both must give the same results.
import fc from 'fast-check';
import git from 'isomorphic-git';
import { expect, test } from 'vitest';
import { writeCommitObject } from './commit.ts';
import { parseCommit, readBlob, readObject, writeCompressed } from './objects.ts';
import { findMergeBase } from './merge-base.ts';
import { parseTree, serializeTree, entryFor } from './tree-bytes.ts';
import { advance, listBranches, readBranch, readBranches } from './refs.ts';
import { memoryRepository } from './fixtures/memory-repository.ts';
import { repositoryOn, type Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { readTreeEntries, writeTreeEntries } from './tree.ts';

const at = ({ files, gitdir }: Repository) => ({ fs: files, gitdir });
/** The same files, and nothing remembered. */
const forgetful = ({ disk, gitdir }: Repository): Repository => repositoryOn(disk, gitdir);

/* oxlint-disable vitest/expect-expect -- the properties assert, and fast-check throws what they find */
test('writes and reads the same compressed blob as isomorphic-git', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
      const [ours, theirs] = [await memoryRepository(), await memoryRepository()];
      const oid = await writeCompressed(ours, 'blob', bytes);
      expect(await git.writeBlob({ ...at(theirs), blob: bytes })).toBe(oid);
      expect((await git.readBlob({ ...at(ours), oid })).blob).toEqual(bytes);
      expect(Buffer.from(await readBlob(forgetful(theirs), oid)).equals(bytes)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('writes and reads the same folders as isomorphic-git', async () => {
  const oid = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
  const kind = fc.constantFrom('folder', 'file', 'executable');
  const name = fc.oneof(
    fc.constantFrom('a', 'a.md', 'a-b', 'a0', 'ü', '字'),
    fc.stringMatching(/^[a-z.-]{3,9}$/u),
  );
  const entries = fc.uniqueArray(fc.tuple(name, kind), { selector: ([one]) => one, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(entries, async (drawn) => {
      const repository = await memoryRepository();
      const tree = drawn
        .filter(([one]) => !/^\.+$|^\.git/u.test(one))
        .map(([one, what]) => entryFor(one, what, oid));
      const written = await writeTreeEntries(repository, tree);
      const given = tree.map(({ mode, name: path, kind: what }) => {
        return { mode, path, oid, type: what === 'folder' ? ('tree' as const) : ('blob' as const) };
      });
      expect(await git.writeTree({ ...at(await memoryRepository()), tree: given })).toBe(written);
      const bytes = serializeTree(tree);
      const byName = (list: readonly { raw: string }[]) => [...list].sort((a, b) => (a.raw < b.raw ? -1 : 1));
      expect(byName(await readTreeEntries(forgetful(repository), written))).toEqual(byName(parseTree(bytes)));
    }),
    { numRuns: 100 },
  );
});

/** A random history. Each commit has up to two earlier ones as parents, and a clock that may be wrong. */
const history = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 20 }), fc.boolean()), {
  minLength: 2,
  maxLength: 14,
});

test('finds a merge base that isomorphic-git finds, whatever the commit times are', async () => {
  const repository = await memoryRepository();
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const commits: Oid[] = [];
      for (const [index, [one, other, minute, merges]] of drawn.entries()) {
        const parents = index === 0 ? [] : [commits[one % index] ?? ''];
        if (merges && index > 1) parents.push(commits[other % index] ?? '');
        const author = { name: 'A', email: '', at: `2021-06-18T09:${String(minute).padStart(2, '0')}:00Z` };
        const tree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
        const message = `${index}`;
        const unique = [...new Set(parents)];
        commits.push(
          await writeCommitObject(repository, { tree, parents: unique, author, committer: author, message }),
        );
      }
      const oids = [commits.at(-1) ?? '', commits.at(-2) ?? ''] as const;
      const theirs = await git.findMergeBase({ ...at(repository), oids: [...oids] });
      expect(theirs).toContain(await findMergeBase(forgetful(repository), ...oids));
    }),
    { numRuns: 200 },
  );
});

/** A commit header as some tool may write it. */
const header = fc.oneof(
  fc.constantFrom('tree', 'parent').map((key) => `${key} 4b825dc642cb6eb9a060e54bf8d69288fbee4904`),
  fc
    .tuple(
      fc.constantFrom('author', 'committer'),
      fc.string({ maxLength: 8, unit: 'grapheme' }),
      fc.constantFrom('12', '-1', '1e99', 'x'),
      fc.constantFrom('+0000', '-0130', '+01', ''),
    )
    .map(([key, name, seconds, zone]) => `${key} ${name.replaceAll('\n', '')} <a@b> ${seconds} ${zone}`),
  fc.constantFrom('encoding UTF-8', 'gpgsig -----BEGIN', ' author of a signature', '', 'x'),
);

test('reads any commit’s bytes as isomorphic-git does', async () => {
  const whole = fc.tuple(fc.array(header, { maxLength: 7 }), fc.string({ maxLength: 20, unit: 'grapheme' }));
  await fc.assert(
    fc.asyncProperty(whole, async ([headers, message]) => {
      const text = `tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n${headers.join('\n')}\n\n\r\n${message}\n\n`;
      const repository = await memoryRepository();
      const bytes = Buffer.from(text, 'utf8');
      const oid = await writeCompressed(repository, 'commit', bytes);
      const theirs = await readObject(forgetful(repository), oid).catch(() => null);
      const ours = ((): unknown => {
        try {
          return { kind: 'commit', commit: parseCommit(bytes) };
        } catch {
          return null;
        }
      })();
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 300 },
  );
});

test('finds packed refs by their whole name, loose ones first, and no deleted ones', async () => {
  const repository = await memoryRepository();
  const oids = await Promise.all(
    ['a', 'b', 'c'].map((text) => writeCompressed(repository, 'blob', Buffer.from(text))),
  );
  const [a = '', b = '', c = ''] = oids;
  const packed = `# pack-refs with: peeled fully-peeled sorted \n${a} refs/heads/one\n${a} refs/heads/refs/heads/two\n${b} refs/heads/y/one\n`;
  await repository.disk.write(`${repository.gitdir}/packed-refs`, Buffer.from(packed));
  expect(await readBranch(repository, 'one')).toBe(a);
  expect(await readBranch(repository, 'y/one')).toBe(b);
  expect(await readBranch(repository, 'two')).toBeNull();
  expect(await advance(repository, 'one', a, c)).toBe('advanced');
  expect(await readBranches(repository, ['one', 'two', 'y/one'])).toEqual(
    new Map([
      ['one', c],
      ['y/one', b],
    ]),
  );
  expect(await advance(repository, 'y/one', b, null)).toBe('advanced');
  expect((await listBranches(repository)).map(({ name }) => name)).toEqual(['one', 'refs/heads/two']);
});

test('tells the size of an object too large to read, whether loose or already read', async () => {
  const repository = await memoryRepository();
  const oid = await writeCompressed(repository, 'blob', Buffer.alloc(5000, 'x'));
  expect(await readObject(forgetful(repository), oid, 4999)).toEqual({ kind: 'blob', size: 5000 });
  expect(await readObject(repository, oid, 4999)).toEqual({ kind: 'blob', size: 5000 });
  expect(await readObject(forgetful(repository), oid, 5000)).toMatchObject({ kind: 'blob' });
});
