import { BOUNDS } from '../kernel/bounds.ts';
import { readKind } from './objects.ts';
import { writeCompressed } from './compress.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { serializeTree } from './tree-bytes.ts';
import type { TreeEntry } from './tree-entry.ts';

export async function readTreeEntries(repository: Repository, oid: Oid): Promise<readonly TreeEntry[]> {
  return (await readKind(repository, 'tree', oid, BOUNDS.folder.read)).entries;
}

export async function writeTreeEntries(repository: Repository, entries: readonly TreeEntry[]): Promise<Oid> {
  const oid = await writeCompressed(repository, 'tree', serializeTree(entries));
  repository.objects.set(oid, { kind: 'tree', entries: [...entries] });
  return oid;
}
