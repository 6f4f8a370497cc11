import { BOUNDS } from '../kernel/bounds.ts';
import { readKind, writeCompressed } from './objects.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { serializeTree, type TreeEntry } from './tree-bytes.ts';
import { readCommit } from './commit.ts';

export async function readTreeEntries(repository: Repository, oid: Oid): Promise<readonly TreeEntry[]> {
  return (await readKind(repository, 'tree', oid, BOUNDS.folder.read)).entries;
}

export async function writeTreeEntries(repository: Repository, entries: readonly TreeEntry[]): Promise<Oid> {
  const oid = await writeCompressed(repository, 'tree', serializeTree(entries));
  repository.objects.set(oid, { kind: 'tree', entries: [...entries] });
  return oid;
}

/** Returns the tree of a folder of the game, by default the game's own, or null if there is no such folder. */
export async function folderTree(repository: Repository, commit: Oid, folder = ''): Promise<Oid | null> {
  let { tree } = await readCommit(repository, commit);
  const names = [repository.folder, folder].flatMap((path) => (path === '' ? [] : path.split('/')));
  for (const name of names) {
    const entry = (await readTreeEntries(repository, tree)).find((one) => one.name === name);
    if (entry?.kind !== 'folder') return null;
    tree = entry.oid;
  }
  return tree;
}
