import { folderTree, readTreeEntries } from './tree.ts';
import { readBlob } from './objects.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import type { TreeEntry } from './tree-bytes.ts';

export async function readFileBytes(
  repository: Repository,
  commit: Oid,
  path: string,
): Promise<Uint8Array | null> {
  const at = path.lastIndexOf('/');
  const entries = await listFolder(repository, commit, path.slice(0, Math.max(0, at)));
  const entry = entries.find(({ name }) => name === path.slice(at + 1));
  return entry?.kind === 'file' || entry?.kind === 'executable' ? readBlob(repository, entry.oid) : null;
}

export async function readFileText(
  repository: Repository,
  commit: Oid,
  path: string,
): Promise<string | null> {
  const bytes = await readFileBytes(repository, commit, path);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

export async function readBlobText(repository: Repository, oid: Oid): Promise<string> {
  return new TextDecoder().decode(await readBlob(repository, oid));
}

/** The entries of a folder by name; empty if there is no such folder. */
export async function listFolder(
  repository: Repository,
  commit: Oid,
  folder: string,
): Promise<readonly TreeEntry[]> {
  const tree = await folderTree(repository, commit, folder);
  return tree === null ? [] : readTreeEntries(repository, tree);
}
