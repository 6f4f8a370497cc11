import { inflateSync } from 'node:zlib';

import { boundedCache, type BoundedCache } from './bounded-cache.ts';
import { applyDelta, readDelta, readVarint } from './delta.ts';
import type { Disk } from './disk.ts';
import { findInPack, openPackIndex, type PackIndex } from './pack-index.ts';
import type { GitObject, LargeObject, ObjectKind } from './objects.ts';
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
    const entry = await readEntry(reader, at, limit);
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
    const entry = await readEntry(reader, at, 0);
    if ('kind' in entry) return entry.kind;
    at = entry.base;
  }
  throw new Error('it is a delta without bounds');
}

/** An object, its size alone where it is too large, or a delta and where in this pack its base begins. */
type Entry = GitObject | LargeObject | { readonly delta: Uint8Array; readonly base: number };

const kinds: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const offsetDelta = 6;
const nameDelta = 7;
const oidBytes = 20;
const headerBytes = 64;
const firstBytes = 4096;
/** What zlib adds at worst, and a margin. */
const pressedBytes = (size: number): number => headerBytes + size + Math.ceil(size / 1000) + 64;

async function readEntry(reader: PackReader, offset: number, mostBytes: number): Promise<Entry> {
  const { pack } = reader;
  const start = await pack.readPack(offset, firstBytes);
  const header = readEntryHeader(start);
  const kind = kinds[header.type];
  if (kind !== undefined) {
    if (header.size > mostBytes) return { kind, size: header.size };
    return { kind, bytes: await inflate(reader, offset, start, header.end, header.size) };
  }
  if (header.size > largestBase) throw new Error('it is a delta without bounds');
  if (header.type === offsetDelta) {
    const { distance, end } = readDistance(start, header.end);
    return { delta: await inflate(reader, offset, start, end, header.size), base: offset - distance };
  }
  if (header.type !== nameDelta) throw new Error(`it is of no known type (${header.type})`);
  const name = Buffer.from(start.subarray(header.end, header.end + oidBytes)).toString('hex');
  const base = await findInPack(pack, name);
  if (base === null) throw new Error(`its pack lacks ${name}, of which it is a delta`);
  return { delta: await inflate(reader, offset, start, header.end + oidBytes, header.size), base };
}

function readEntryHeader(bytes: Uint8Array): { type: number; size: number; end: number } {
  const first = bytes[0] ?? 0;
  const type = (first >> 4) & 7;
  const low = first & 0x0f;
  if (first < 0x80) return { type, size: low, end: 1 };
  const { value, end } = readVarint(bytes, 1);
  return { type, size: low + value * 16, end };
}

/** Git counts this one otherwise than its other numbers: highest first, each further byte adding one. */
function readDistance(bytes: Uint8Array, at: number): { distance: number; end: number } {
  let byte = bytes[at] ?? 0;
  let distance = byte & 0x7f;
  let end = at + 1;
  while (byte >= 0x80 && end < bytes.length) {
    byte = bytes[end] ?? 0;
    distance = (distance + 1) * 128 + (byte & 0x7f);
    end += 1;
  }
  return { distance, end };
}

async function inflate(
  { pack }: PackReader,
  offset: number,
  start: Uint8Array,
  from: number,
  size: number,
): Promise<Uint8Array> {
  const needed = from + pressedBytes(size);
  const bytes = needed <= start.length ? start : await pack.readPack(offset, needed);
  const whole = inflateSync(bytes.subarray(from), { maxOutputLength: Math.max(1, size) });
  if (whole.length !== size) throw new Error('it has another size than it says');
  return whole;
}
