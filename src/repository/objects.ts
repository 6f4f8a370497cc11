import type { CommitObject } from 'isomorphic-git';

import { RepositoryError } from './repository-error.ts';
import { sizeOf, type GitObject, type LargeObject, type ObjectKind } from './git-object.ts';
import { askGit } from './git.ts';
import { toCommit } from './from-git.ts';
import { pathOfLoose, sizeOfLoose } from './loose-size.ts';
import { parseTree } from './tree-bytes.ts';
import { decompress } from './decompress.ts';
import { parseCommit } from './commit-bytes.ts';
import type { Stored } from './git-reader.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

const largestObjectBytes = 64 * 1024 * 1024;

export async function writeObject(repository: Repository, kind: ObjectKind, bytes: Uint8Array): Promise<Oid> {
  return askGit(repository, kind, (git, { fs, gitdir }) =>
    git.writeObject({ fs, gitdir, type: kind, object: bytes, format: 'content' }),
  );
}

/** Returns the object, or only its size if it has more than `mostBytes`. Throws `missing` and `corrupt`. */
export async function readObject(
  repository: Repository,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<GitObject | LargeObject> {
  repository.noteRead?.(oid);
  const kept = repository.objects.get(oid);
  const object = kept ?? (await readAnywhere(repository, oid, mostBytes));
  if ('size' in object) return object;
  const size = sizeOf(object);
  if (size > mostBytes) return { kind: object.kind, size };
  if (kept === undefined) repository.objects.set(oid, object);
  return object;
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
  if (repository.bringTexts !== undefined && !(await hasObject(repository, oid)))
    await repository.bringTexts([oid]);
  return (await readKind(repository, 'blob', oid, mostBytes)).bytes;
}

/** An object's kind and bytes, as Git has them. */
export async function readStoredBytes(repository: Repository, oid: Oid): Promise<Stored> {
  const loose = await repository.disk.read(pathOfLoose(repository.gitdir, oid));
  if (loose !== null) return decompress(oid, loose, largestObjectBytes);
  const said = (await repository.packs.ask((git) => git.read(oid, largestObjectBytes)))?.said ?? null;
  if (said !== null && 'bytes' in said) return said;
  return askGit(repository, `object ${oid}`, async (git, at) => {
    const { type, object } = await git.readObject({ ...at, oid, format: 'content' });
    return { kind: type as ObjectKind, bytes: object as Uint8Array };
  });
}

async function readAnywhere(
  repository: Repository,
  oid: Oid,
  mostBytes: number,
): Promise<GitObject | LargeObject> {
  const loose = await sizeOfLoose(repository, oid);
  if (loose !== null && loose.size > mostBytes) return loose;
  const read = loose === null ? null : await readLoose(repository, oid);
  if (read !== null) return read;
  const answer = await repository.packs.ask((git) => git.read(oid, mostBytes));
  if (answer === null) return readStored(repository, oid);
  const { said } = answer;
  if (said === null)
    throw new RepositoryError('missing', `There is no object ${oid}.`, { what: `object ${oid}` });
  return 'size' in said ? said : parseStored(said);
}

/**
 * Reads a loose object. isomorphic-git would check the disk again for each one and verify its name on another thread. Returns null if the
 * object has been packed in the meantime.
 */
async function readLoose({ disk, gitdir }: Repository, oid: Oid): Promise<GitObject | null> {
  const pressed = await disk.read(pathOfLoose(gitdir, oid));
  if (pressed === null) return null;
  try {
    return parseStored(decompress(oid, pressed, largestObjectBytes));
  } catch (cause) {
    if (cause instanceof RepositoryError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RepositoryError(
      'corrupt',
      `The object ${oid} can't be read: ${why}`,
      { what: `object ${oid}` },
      { cause },
    );
  }
}

export function parseStored({ kind, bytes }: Stored): GitObject {
  if (kind === 'blob') return { kind, bytes };
  if (kind === 'tree') return { kind, entries: parseTree(bytes) };
  return kind === 'commit' ? { kind, commit: parseCommit(bytes) } : { kind: 'tag' };
}

async function readStored(repository: Repository, oid: Oid): Promise<GitObject> {
  return askGit(repository, `object ${oid}`, async (git, at) => {
    const stored = await git.readObject({ ...at, oid, format: 'deflated' });
    // Nobody stores the empty tree, but every Git knows it.
    if (stored.format === 'wrapped') return { kind: 'tree', entries: [] };
    const { kind, bytes } =
      stored.format === 'deflated'
        ? decompress(oid, stored.object, largestObjectBytes)
        : { kind: stored.type, bytes: stored.object as Uint8Array };
    if (kind === 'blob' || kind === 'tree') return parseStored({ kind, bytes });
    const { type, object } = await git.readObject({ ...at, oid });
    return type === 'commit' ? { kind: type, commit: toCommit(object as CommitObject) } : { kind: 'tag' };
  });
}
