import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTrees } from './diff-trees.ts';
import { nodeDisk } from './node-disk.ts';
import { whyBadName } from '../ruleset/file-names.ts';
import { isWithin, RepositoryError } from './repository-error.ts';
import { readTree } from './read-tree.ts';
import { advance } from './refs.ts';
import { memoryRepository } from './fixtures/memory-repository.ts';
import { createRepository, type Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { parseTree } from './tree-bytes.ts';
import { writeCommit } from './write-commit.ts';

const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };

/** Only a few names, so that files and folders collide. Git sorts some of them differently. */
const name = fc.constantFrom('a', 'a.md', 'a-b', 'a0', 'b', 'ü');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const edit = fc.record({ path, text: fc.option(fc.string({ maxLength: 5 })) });
const edits = fc.array(fc.array(edit, { maxLength: 6 }), { minLength: 1, maxLength: 6 });

type Files = ReadonlyMap<string, string>;

/** The expected effect of a commit, or null if it would make a path a file and a folder at once. */
function model(before: Files, changes: ReadonlyMap<string, string | null>): Files | null {
  const written = [...changes].filter(([, text]) => text !== null).map(([one]) => one);
  if (written.some((one) => written.some((other) => one !== other && isWithin(one, other)))) return null;
  const after = new Map<string, string>();
  for (const [file, text] of before) {
    const gone = [...changes].some(([one, change]) => change === null && isWithin(file, one));
    // A new file or folder removes everything that it replaces.
    const replaced = written.some((one) => isWithin(file, one) || isWithin(one, file));
    if (!gone && !replaced) after.set(file, text);
  }
  for (const one of written) after.set(one, changes.get(one) ?? '');
  return after;
}

const filesOf = async (repository: Repository, oid: Oid): Promise<Record<string, string | null>> => {
  const { files } = await readTree(repository, oid);
  return Object.fromEntries(
    [...files]
      .map(([file, { text }]) => [file, text] as const)
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  );
};

async function replay(
  repository: Repository,
  rounds: readonly (readonly { path: string; text: string | null }[])[],
) {
  let files: Files = new Map();
  let tip: Oid = await writeCommit(repository, { parents: [], changes: new Map(), author, message: 'Begin' });
  for (const round of rounds) {
    const changes = new Map(round.map((one) => [one.path, one.text]));
    const next = model(files, changes);
    const writing = writeCommit(repository, { parents: [tip], changes, author, message: 'Next' });
    const commit = await writing.catch((error: RepositoryError) => error.code);
    expect(commit === 'bad-path').toBe(next === null);
    if (next === null) continue;
    expect(await filesOf(repository, commit)).toEqual(
      Object.fromEntries([...next].sort((a, b) => (String(a) < String(b) ? -1 : 1))),
    );
    const differ = [...new Set([...files.keys(), ...next.keys()])].filter(
      (one) => files.get(one) !== next.get(one),
    );
    const said = (await diffTrees(repository, tip, commit)).map((one) => one.path);
    expect(said.toSorted()).toEqual(differ.toSorted());
    [files, tip] = [next, commit];
  }
  return tip;
}

/* oxlint-disable vitest/expect-expect -- the properties assert, and fast-check throws what they find */
test('commits contain what their changes say, and differ by exactly those', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (rounds) => void (await replay(await memoryRepository(), rounds))),
    { numRuns: 150 },
  );
});

test('Git finds nothing wrong with any commit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-fsck-'));
  try {
    const repository = await createRepository(nodeDisk(folder), 'game.git');
    for (const [index, rounds] of fc.sample(edits, { numRuns: 15, seed: 7 }).entries()) {
      await advance(repository, `b${index}`, null, await replay(repository, rounds));
    }
    const fsck = execFileSync(
      'git',
      ['-C', folder, '--git-dir=game.git', 'fsck', '--strict', '--no-dangling'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    expect(fsck).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('bytes that aren’t a tree are corrupt, and nothing worse', () => {
  const nearly = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc.constant(Buffer.concat([Buffer.from('100644 a.md\0'), Buffer.alloc(20)])),
      fc.constant(Buffer.from('40000 ')),
    ),
  );
  fc.assert(
    fc.property(nearly, (parts) => {
      try {
        return parseTree(Buffer.concat(parts)).every((entry) => entry.oid.length === 40);
      } catch (error) {
        return error instanceof RepositoryError && error.code === 'corrupt';
      }
    }),
    { numRuns: 1000 },
  );
});

test('no accepted name leads out of its folder on any system', () => {
  const nasty = fc.constantFrom(
    '.',
    '..',
    '/',
    '\\',
    '\0',
    '\u200c',
    ':',
    'git',
    'GIT',
    '~1',
    ' ',
    'a',
    'con',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.array(nasty).map((parts) => parts.join('')),
      (one) => {
        if (whyBadName(one) !== null) return true;
        return (
          !/[\\/\0\n:]/u.test(one) && !/^\.*$/u.test(one) && !/^\.git$/iu.test(one) && !/[. ]$/u.test(one)
        );
      },
    ),
    { numRuns: 2000 },
  );
});
