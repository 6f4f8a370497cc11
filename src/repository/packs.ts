import { boundedCache, type BoundedCache } from './bounded-cache.ts';
import { applyDelta, readDelta } from './delta.ts';
import type { Disk } from './disk.ts';
import { findInPack, openPackIndex, type PackIndex } from './pack-index.ts';
import type { GitObject, LargeObject, ObjectKind } from './objects.ts';
import { readEntry } from './pack-entry.ts';
import type { Oid } from './repository.ts';

/**
 * Reads packs where they lie. isomorphic-git takes a whole pack and its index into memory before the first object,
 * which for a game of some years costs more than all else that a command does; here a look-up reads a few KB.
 */
export interface Packs {
  /** Null where no pack has it. */
  read(oid: Oid, mostBytes: number): Promise<GitObject | LargeObject | null>;
}

const cachedBytes = 16 * 1024 * 1024;
const largestBase = 64 * 1024 * 1024;
const mostDeltas = 5000;

export function packsIn(disk: Disk, gitdir: string): Packs {
  const folder = `${gitdir}/objects/pack`;
  const reader: Reader = { cache: boundedCache(cachedBytes, (object) => object.bytes.length) };
  let known: readonly PackIndex[] | null = null;
  const list = async (): Promise<readonly PackIndex[]> => {
    const names = (await disk.list(folder)).map(({ name }) => name).filter((name) => name.endsWith('.idx'));
    const opened = await Promise.all(
      names.map((name) => openPackIndex(disk, `${folder}/${name.slice(0, -4)}`)),
    );
    return opened.filter((index) => index !== null);
  };
  return {
    async read(oid, mostBytes) {
      const found = known === null ? null : await readFrom(reader, known, oid, mostBytes);
      if (found !== null) return found;
      // Packs come with each push, and go when somebody tidies up.
      known = await list();
      return readFrom(reader, known, oid, mostBytes);
    },
  };
}

interface Reader {
  readonly cache: BoundedCache<GitObject>;
}

async function readFrom(
  reader: Reader,
  packs: readonly PackIndex[],
  oid: Oid,
  mostBytes: number,
): Promise<GitObject | LargeObject | null> {
  for (const pack of packs) {
    const offset = await findInPack(pack, oid);
    // Of a pack that goes away its index goes last.
    if (offset === null || (await pack.readPack(offset, 1)).length === 0) continue;
    return readAt({ ...reader, pack }, offset, mostBytes);
  }
  return null;
}

interface PackReader extends Reader {
  readonly pack: PackIndex;
}

/** Goes from delta to delta to a whole object, and from there back, so that a long chain needs no deep stack. */
async function readAt(
  reader: PackReader,
  offset: number,
  mostBytes: number,
): Promise<GitObject | LargeObject> {
  const deltas: { key: string; bytes: Uint8Array }[] = [];
  let at = offset;
  for (;;) {
    const key = `${reader.pack.path}:${at}`;
    const cached = reader.cache.get(key);
    if (cached !== undefined) return unwind(reader, cached, deltas);
    const limit = deltas.length === 0 ? mostBytes : largestBase;
    const entry = await readEntry(reader.pack, at, limit);
    if ('size' in entry) {
      if (deltas.length > 0) throw new Error('what it is a delta of is too large');
      return entry;
    }
    if ('kind' in entry) {
      reader.cache.set(key, entry);
      return unwind(reader, entry, deltas);
    }
    const { resultBytes } = readDelta(entry.delta);
    if (deltas.length === 0 && resultBytes > mostBytes)
      return { kind: await kindAt(reader, entry.base), size: resultBytes };
    if (resultBytes > largestBase || deltas.length >= mostDeltas)
      throw new Error('it is a delta without bounds');
    deltas.push({ key, bytes: entry.delta });
    at = entry.base;
  }
}

function unwind(
  { cache }: PackReader,
  base: GitObject,
  deltas: readonly { key: string; bytes: Uint8Array }[],
): GitObject {
  let object = base;
  for (const { key, bytes } of deltas.toReversed()) {
    object = { kind: object.kind, bytes: applyDelta(object.bytes, bytes) };
    cache.set(key, object);
  }
  return object;
}

async function kindAt(reader: PackReader, offset: number): Promise<ObjectKind> {
  let at = offset;
  for (let steps = 0; steps < mostDeltas; steps += 1) {
    const entry = await readEntry(reader.pack, at, 0);
    if ('kind' in entry) return entry.kind;
    at = entry.base;
  }
  throw new Error('it is a delta without bounds');
}
