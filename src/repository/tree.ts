import { askGit } from './git.ts';
import { readKind, writeObject } from './objects.ts';
import { serializeOddTree } from './odd-tree.ts';
import type { Oid, Repository } from './repository.ts';
import { isPlainMode, type EntryKind, type TreeEntry } from './tree-entry.ts';

const types: Readonly<Partial<Record<EntryKind, 'tree' | 'commit'>>> = {
  folder: 'tree',
  submodule: 'commit',
};
const largestTreeBytes = 8 * 1024 * 1024;

export async function readTreeEntries(repository: Repository, oid: Oid): Promise<readonly TreeEntry[]> {
  return (await readKind(repository, 'tree', oid, largestTreeBytes)).entries;
}

export async function writeTreeEntries(repository: Repository, entries: readonly TreeEntry[]): Promise<Oid> {
  if (!entries.every(isPlain)) return writeObject(repository, 'tree', serializeOddTree(entries));
  const tree = entries.map(({ mode, name, oid, kind }) => ({
    mode,
    path: name,
    oid,
    type: types[kind] ?? ('blob' as const),
  }));
  const oid = await askGit(repository, 'tree', (git, { fs, gitdir }) => git.writeTree({ fs, gitdir, tree }));
  repository.objects.set(oid, { kind: 'tree', entries: [...entries] });
  return oid;
}

function isPlain({ name, mode }: TreeEntry): boolean {
  return isPlainMode(mode) && !name.includes('\ufffd');
}
