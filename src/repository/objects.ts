import { createHash } from 'node:crypto';
import { constants, deflateSync, inflateSync } from 'node:zlib';

import { RepositoryError } from './repository-error.ts';
import type { Oid, Repository } from './repository.ts';

export type ObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** An object larger than whoever reads it wants: known by its size, not read. */
export interface LargeObject {
  readonly kind: ObjectKind;
  readonly size: number;
}

export const largestObjectBytes = 64 * 1024 * 1024;
const headerBytes = 64;
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const headerForm = /^(blob|tree|commit|tag) (\d+)\0/;

export async function writeObject(repository: Repository, kind: ObjectKind, bytes: Uint8Array): Promise<Oid> {
  const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
  const oid = createHash('sha1').update(whole).digest('hex');
  if (repository.objects.get(oid) !== undefined) return oid;
  const path = loosePath(repository, oid);
  if ((await repository.disk.stat(path)) === null) {
    await repository.disk.write(path, deflateSync(whole, { level: repository.compression }));
  }
  repository.objects.set(oid, { kind, bytes: whole.subarray(whole.length - bytes.length) });
  return oid;
}

function loosePath({ gitdir }: Repository, oid: Oid): string {
  return `${gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/** The object, or only its size where it has more than `mostBytes`. Throws `missing` and `corrupt`. */
export async function readObject(
  repository: Repository,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<GitObject | LargeObject> {
  const cached = repository.objects.get(oid);
  const object = cached ?? (await readStored(repository, oid, mostBytes));
  if ('size' in object) return object;
  if (cached === undefined) repository.objects.set(oid, object);
  return object.bytes.length > mostBytes ? { kind: object.kind, size: object.bytes.length } : object;
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

export async function readKind(
  repository: Repository,
  kind: ObjectKind,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<Uint8Array> {
  const object = await readObject(repository, oid, mostBytes);
  if (object.kind !== kind) {
    throw new RepositoryError('wrong-kind', `${oid} is a ${object.kind}, not a ${kind}.`, { oid, kind });
  }
  if ('bytes' in object) return object.bytes;
  throw new RepositoryError('too-large', `${oid} has ${object.size} bytes; at most ${mostBytes} are read.`, {
    oid,
    size: object.size,
    mostBytes,
  });
}

/** As many as an object of this size can have where zlib presses worst: of a larger one no more is read. */
function pressedBytes(size: number): number {
  return 2 * headerBytes + size + Math.ceil(size / 1000) + 64;
}

async function readStored(
  repository: Repository,
  oid: Oid,
  mostBytes: number,
): Promise<GitObject | LargeObject> {
  // Git has it without storing it: the tree that holds nothing.
  if (oid === emptyTree) return { kind: 'tree', bytes: new Uint8Array(0) };
  const loose = await repository.disk.readFrom(loosePath(repository, oid), 0, pressedBytes(mostBytes));
  if (loose.length > 0) return unpack(oid, loose, mostBytes);
  const packed = await repository.packs.read(oid, mostBytes).catch((error: unknown) => {
    throw corrupt(oid, error);
  });
  if (packed === null) throw new RepositoryError('missing', `There is no object ${oid}.`, { oid });
  if ('bytes' in packed && nameOf(packed) !== oid) throw corrupt(oid, new Error('its hash is another'));
  return packed;
}

function nameOf({ kind, bytes }: GitObject): Oid {
  return createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex');
}

/** A loose object says its size at its start: a bomb is recognised before it goes off. */
function unpack(oid: Oid, deflated: Uint8Array, mostBytes: number): GitObject | LargeObject {
  try {
    const start = inflateSync(deflated.subarray(0, headerBytes), { finishFlush: constants.Z_SYNC_FLUSH });
    const [, kind, digits] = headerForm.exec(start.subarray(0, headerBytes).toString('latin1')) ?? [];
    const size = Number(digits);
    if (size > mostBytes) return { kind: kind as ObjectKind, size };
    const whole = inflateSync(deflated, { maxOutputLength: size + headerBytes });
    if (createHash('sha1').update(whole).digest('hex') !== oid) throw new Error('its hash is another');
    return split(oid, whole);
  } catch (error) {
    throw corrupt(oid, error);
  }
}

function split(oid: Oid, whole: Uint8Array): GitObject {
  const end = whole.indexOf(0);
  const [, kind] = headerForm.exec(Buffer.from(whole.subarray(0, end + 1)).toString('latin1')) ?? [];
  if (kind === undefined) throw corrupt(oid, new Error('it has no header'));
  return { kind: kind as ObjectKind, bytes: whole.subarray(end + 1) };
}

function corrupt(oid: Oid, cause: unknown): RepositoryError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RepositoryError('corrupt', `The object ${oid} can't be read: ${why}.`, { oid }, { cause });
}
