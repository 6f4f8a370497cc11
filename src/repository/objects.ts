import type { CommitObject } from 'isomorphic-git';

import { RepositoryError } from './repository-error.ts';
import type { Commit } from './commit.ts';
import { askGit } from './git.ts';
import { toCommit } from './from-git.ts';
import { sizeOfLoose } from './loose-size.ts';
import { parseTree } from './tree-bytes.ts';
import { unpress } from './unpress.ts';
import type { Oid, Repository } from './repository.ts';
import type { TreeEntry } from './tree-entry.ts';

export type ObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

export type GitObject =
  | { readonly kind: 'blob'; readonly bytes: Uint8Array }
  | { readonly kind: 'tree'; readonly entries: readonly TreeEntry[] }
  | { readonly kind: 'commit'; readonly commit: Commit }
  | { readonly kind: 'tag' };

/** An object larger than whoever reads it wants: known by its size, not read. */
export interface LargeObject {
  readonly kind: ObjectKind;
  readonly size: number;
}

export const largestObjectBytes = 64 * 1024 * 1024;
const entryBytes = 28;
const headerBytes = 200;

export async function writeObject(repository: Repository, kind: ObjectKind, bytes: Uint8Array): Promise<Oid> {
  return askGit(repository, kind, (git, { fs, gitdir }) =>
    git.writeObject({ fs, gitdir, type: kind, object: bytes, format: 'content' }),
  );
}

/** The object, or only its size where it has more than `mostBytes`. Throws `missing` and `corrupt`. */
export async function readObject(
  repository: Repository,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<GitObject | LargeObject> {
  const kept = repository.objects.get(oid);
  if (kept === undefined) {
    const loose = await sizeOfLoose(repository, oid);
    if (loose !== null && loose.size > mostBytes) return loose;
  }
  const object = kept ?? (await readStored(repository, oid));
  const size = sizeOf(object);
  if (size > mostBytes) return { kind: object.kind, size };
  if (kept === undefined) repository.objects.set(oid, object);
  return object;
}

/** How much it takes, which for what is no blob is about as much as Git would say. */
export function sizeOf(object: GitObject): number {
  if (object.kind === 'blob') return object.bytes.length;
  if (object.kind === 'tree')
    return object.entries.reduce((sum, { raw }) => sum + raw.length + entryBytes, 0);
  return object.kind === 'tag' ? 0 : headerBytes + object.commit.message.length;
}

export async function hasObject(repository: Repository, oid: Oid): Promise<boolean> {
  try {
    await readObject(repository, oid, 0);
    return true;
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'missing') return false;
    throw error;
  }
}

export async function readKind<K extends ObjectKind>(
  repository: Repository,
  kind: K,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<Extract<GitObject, { kind: K }>> {
  const object = await readObject(repository, oid, mostBytes);
  if (object.kind !== kind) {
    throw new RepositoryError('wrong-kind', `${oid} is a ${object.kind}, not a ${kind}.`, { oid, kind });
  }
  if (!('size' in object)) return object as Extract<GitObject, { kind: K }>;
  throw new RepositoryError('too-large', `${oid} has ${object.size} bytes; at most ${mostBytes} are read.`, {
    oid,
    size: object.size,
    mostBytes,
  });
}

export async function readBlob(repository: Repository, oid: Oid, mostBytes?: number): Promise<Uint8Array> {
  return (await readKind(repository, 'blob', oid, mostBytes)).bytes;
}

async function readStored(repository: Repository, oid: Oid): Promise<GitObject> {
  return askGit(repository, `object ${oid}`, async (git, at) => {
    const stored = await git.readObject({ ...at, oid, format: 'deflated' });
    // The empty folder is nowhere, and known to everybody.
    if (stored.format === 'wrapped') return { kind: 'tree', entries: [] };
    const { kind, bytes } =
      stored.format === 'deflated'
        ? unpress(oid, stored.object, largestObjectBytes)
        : { kind: stored.type, bytes: stored.object as Uint8Array };
    if (kind === 'blob') return { kind, bytes };
    if (kind === 'tree') return { kind, entries: parseTree(bytes) };
    const { type, object } = await git.readObject({ ...at, oid });
    return type === 'commit' ? { kind: type, commit: toCommit(object as CommitObject) } : { kind: 'tag' };
  });
}
