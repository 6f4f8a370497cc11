import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { nodeDisk } from './node-disk.ts';
import type { Disk } from './disk.ts';
import { readTree } from './read-tree.ts';
import { advance, readBranch } from './refs.ts';
import { createRepository, repositoryOn } from './repository.ts';
import { writeCommit, type NewContent } from './write-commit.ts';

let folder = '';
const made: string[] = [];
beforeEach(() => made.push((folder = mkdtempSync(join(tmpdir(), 'gitnomic-new-pack-')))));
afterAll(() => made.forEach((one) => rmSync(one, { recursive: true, force: true })));

const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${folder}/game.git`, ...args], { encoding: 'utf8' }).trim();
const packs = (): readonly string[] => readdirSync(join(folder, 'game.git/objects/pack'));

/** Files of all sizes around those at which a length takes another byte, some identical, in folders of all depths. */
function manyFiles(): ReadonlyMap<string, NewContent> {
  const sizes = [0, 1, 15, 16, 17, 2047, 2048, 2049, 262_143, 262_144];
  const files = sizes.map((size): [string, NewContent] => [`content/size-${size}`, 'x'.repeat(size)]);
  for (let n = 0; n < 400; n++) files.push([`content/${n % 7}/${n % 3}/n-${n}.md`, `${n % 350}\n`]);
  return new Map([...files, ['content/picture.png', new Uint8Array([0, 255, 13, 10])]]);
}

async function commitTo(disk: Disk, changes: ReadonlyMap<string, NewContent>) {
  const repository = await createRepository(disk, 'game.git');
  const tip = await readBranch(repository, 'main');
  const commit = await writeCommit(repository, {
    parents: tip === null ? [] : [tip],
    changes,
    author,
    message: 'All of it',
  });
  await advance(repository, 'main', tip, commit);
  return commit;
}

describe('a commit of many files', () => {
  test('is one pack, which Git and another process read like single objects', async () => {
    const commit = await commitTo(nodeDisk(folder), manyFiles());
    expect(packs().map((name) => name.replace(/^pack-[\da-f]{40}/u, ''))).toEqual(['.idx', '.pack']);
    expect(git('fsck', '--full', '--strict')).toBe('');
    expect(git('count-objects', '-v')).toMatch(/^count: 0\n[^]*packs: 1\n[^]*garbage: 0/u);
    git(
      'verify-pack',
      ...packs()
        .map((name) => join(folder, 'game.git/objects/pack', name))
        .filter((one) => one.endsWith('.idx')),
    );
    const { root: _, ...withoutGit } = nodeDisk(folder);
    for (const disk of [withoutGit, nodeDisk(folder)]) {
      const { files } = await readTree(repositoryOn(disk, 'game.git'), commit);
      expect(files.size).toBe(manyFiles().size);
      expect(files.get('content/size-262144')?.text).toBe('x'.repeat(262_144));
      expect(files.get('content/6/0/n-6.md')?.text).toBe('6\n');
      expect(files.get('content/picture.png')).toMatchObject({ text: null, bytes: 4 });
    }
  });

  test('has the same hash as if written object by object', async () => {
    const few = [...manyFiles()].slice(0, 150);
    const inTwo = await commitTo(nodeDisk(folder), new Map(few));
    expect(packs()).toEqual([]);
    const tree = git('rev-parse', `${inTwo}^{tree}`);
    made.push((folder = mkdtempSync(join(tmpdir(), 'gitnomic-new-pack-'))));
    await commitTo(nodeDisk(folder), new Map([...few, ...[...manyFiles()].slice(150)]));
    expect(packs()).toHaveLength(2);
    await commitTo(nodeDisk(folder), new Map([...manyFiles()].slice(150).map(([path]) => [path, null])));
    expect(git('rev-parse', 'main^{tree}')).toBe(tree);
    expect(git('fsck', '--full', '--strict')).toBe('');
  });

  test('leaves nothing that Git minds if killed between pack and index, and is written again', async () => {
    const disk = nodeDisk(folder);
    const killed = {
      ...disk,
      write: async (...[path, ...rest]: Parameters<Disk['write']>) => {
        if (path.endsWith('.idx')) throw new Error('killed');
        await disk.write(path, ...rest);
      },
    };
    await expect(commitTo(killed, manyFiles())).rejects.toThrow('killed');
    expect(git('fsck', '--full')).toBe('');
    const commit = await commitTo(nodeDisk(folder), manyFiles());
    expect(git('rev-parse', 'main')).toBe(commit);
    expect(git('fsck', '--full', '--strict')).toBe('');
  });
});
