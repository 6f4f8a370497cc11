import { readCommit } from './commit.ts';
import { readBlob } from './objects.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import type { TreeEntry } from './tree-entry.ts';
import { readTreeEntries } from './tree.ts';

/** One file's bytes, or null where there is no such file. */
export async function readFileBytes(
  repository: Repository,
  commit: Oid,
  path: string,
  mostBytes?: number,
): Promise<Uint8Array | null> {
  let { tree } = await readCommit(repository, commit);
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const entry = (await readTreeEntries(repository, tree)).find((one) => one.name === name);
    const last = index === names.length - 1;
    if (entry === undefined) return null;
    if (last) {
      return entry.kind === 'file' || entry.kind === 'executable'
        ? readBlob(repository, entry.oid, mostBytes)
        : null;
    }
    if (entry.kind !== 'folder') return null;
    tree = entry.oid;
  }
  return null;
}

/** One file's text, or null where there is no such file. */
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

/** The entries of a folder in a commit, by name; empty where there is no such folder. */
export async function listFolder(
  repository: Repository,
  commit: Oid,
  folder: string,
): Promise<readonly TreeEntry[]> {
  let { tree } = await readCommit(repository, commit);
  for (const name of folder.split('/')) {
    const entry = (await readTreeEntries(repository, tree)).find((one) => one.name === name);
    if (entry?.kind !== 'folder') return [];
    tree = entry.oid;
  }
  return readTreeEntries(repository, tree);
}
