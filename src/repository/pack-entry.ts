import { inflateSync } from 'node:zlib';

import { readVarint } from './delta.ts';
import type { GitObject, LargeObject, ObjectKind } from './objects.ts';
import { findInPack, type PackIndex } from './pack-index.ts';

const largestDelta = 64 * 1024 * 1024;

/** An object, its size alone where it is too large, or a delta and where in this pack its base begins. */
export type PackEntry = GitObject | LargeObject | { readonly delta: Uint8Array; readonly base: number };

const kinds: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const offsetDelta = 6;
const nameDelta = 7;
const oidBytes = 20;
const headerBytes = 64;
const firstBytes = 4096;
/** What zlib adds at worst, and a margin. */
const pressedBytes = (size: number): number => headerBytes + size + Math.ceil(size / 1000) + 64;

export async function readEntry(pack: PackIndex, offset: number, mostBytes: number): Promise<PackEntry> {
  const start = await pack.readPack(offset, firstBytes);
  const header = readEntryHeader(start);
  const kind = kinds[header.type];
  if (kind !== undefined) {
    if (header.size > mostBytes) return { kind, size: header.size };
    return { kind, bytes: await inflate(pack, offset, start, header.end, header.size) };
  }
  if (header.size > largestDelta) throw new Error('it is a delta without bounds');
  if (header.type === offsetDelta) {
    const { distance, end } = readDistance(start, header.end);
    return { delta: await inflate(pack, offset, start, end, header.size), base: offset - distance };
  }
  if (header.type !== nameDelta) throw new Error(`it is of no known type (${header.type})`);
  const name = Buffer.from(start.subarray(header.end, header.end + oidBytes)).toString('hex');
  const base = await findInPack(pack, name);
  if (base === null) throw new Error(`its pack lacks ${name}, of which it is a delta`);
  return { delta: await inflate(pack, offset, start, header.end + oidBytes, header.size), base };
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
  pack: PackIndex,
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
