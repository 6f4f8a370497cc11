import type { Disk } from './disk.ts';
import type { Oid } from './repository.ts';

/** Where a pack's objects are, looked up in the file without reading all of it. */
export interface PackIndex {
  /** Without its ending: `…/objects/pack/pack-0123…`. */
  readonly path: string;
  readonly readIndex: ReadPart;
  readonly readPack: ReadPart;
  /** How many objects have names whose first byte is at most this. */
  readonly fanout: readonly number[];
}

/** So many bytes from there on; fewer where the file ends, none where it is gone. */
export type ReadPart = (at: number, bytes: number) => Promise<Uint8Array>;

/** A pack is never changed. A small one is read once and kept: many of its objects are going to be asked for. */
const keptBytes = 8 * 1024 * 1024;

async function partsOf(disk: Disk, path: string): Promise<ReadPart> {
  const size = (await disk.stat(path))?.size ?? 0;
  if (size > keptBytes) return (at, bytes) => disk.readFrom(path, at, bytes);
  let whole: Uint8Array | null = null;
  return async (at, bytes) => {
    whole ??= await disk.read(path);
    return whole?.subarray(at, at + bytes) ?? new Uint8Array(0);
  };
}

const headerBytes = 8;
const fanoutBytes = 256 * 4;
const oidBytes = 20;
const crcBytes = 4;
const offsetBytes = 4;
const longOffsetBytes = 8;
const windowEntries = 64;
const entriesStart = headerBytes + fanoutBytes;

/** Null where the file is gone, or of a form that Git gave up long ago. */
export async function openPackIndex(disk: Disk, path: string): Promise<PackIndex | null> {
  const readIndex = await partsOf(disk, `${path}.idx`);
  const start = view(await readIndex(0, entriesStart));
  if (start.byteLength < entriesStart) return null;
  if (start.getUint32(0) !== 0xff744f63 || start.getUint32(4) !== 2) return null;
  const readPack = await partsOf(disk, `${path}.pack`);
  return {
    path,
    readIndex,
    readPack,
    fanout: Array.from({ length: 256 }, (_, byte) => start.getUint32(headerBytes + byte * 4)),
  };
}

/** Where the object begins in the pack, or null where the pack has it not. */
export async function findInPack(index: PackIndex, oid: Oid): Promise<number | null> {
  const place = await findPlace(index, Buffer.from(oid, 'hex'));
  if (place === null) return null;
  const count = index.fanout[255] ?? 0;
  const offsets = entriesStart + count * (oidBytes + crcBytes);
  const read = async (at: number, bytes: number): Promise<DataView> => view(await index.readIndex(at, bytes));
  const short = (await read(offsets + place * offsetBytes, offsetBytes)).getUint32(0);
  if (short < 0x80000000) return short;
  const long = offsets + count * offsetBytes + (short - 0x80000000) * longOffsetBytes;
  return Number((await read(long, longOffsetBytes)).getBigUint64(0));
}

/**
 * Names are hashes, evenly spread: where one stands among so many can be told well enough to hit it, as a rule, with
 * the first few that are read around there. So a look-up costs the same however much the pack holds.
 */
async function findPlace({ readIndex, fanout }: PackIndex, oid: Buffer): Promise<number | null> {
  const first = oid[0] ?? 0;
  const wanted = oid.readUInt32BE(1);
  let [low, high] = [first === 0 ? 0 : (fanout[first - 1] ?? 0), fanout[first] ?? 0];
  let [lowKey, highKey] = [0, 2 ** 32];
  while (low < high) {
    const share = highKey > lowKey ? (wanted - lowKey) / (highKey - lowKey) : 0;
    const guess = low + Math.floor(share * (high - low)) - windowEntries / 2;
    const from = Math.max(low, Math.min(guess, high - windowEntries));
    const count = Math.min(windowEntries, high - from);
    const bytes = await readIndex(entriesStart + from * oidBytes, count * oidBytes);
    const entries = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (entries.length < count * oidBytes) return null;
    const side = sideOf(entries, oid);
    if (side === 'within') return placeIn(entries, oid, from);
    if (side === 'before') [high, highKey] = [from, entries.readUInt32BE(1)];
    else [low, lowKey] = [from + count, entries.readUInt32BE((count - 1) * oidBytes + 1)];
  }
  return null;
}

function sideOf(entries: Buffer, oid: Buffer): 'before' | 'within' | 'after' {
  if (oid.compare(entries, 0, oidBytes) < 0) return 'before';
  return oid.compare(entries, entries.length - oidBytes) > 0 ? 'after' : 'within';
}

function placeIn(entries: Buffer, oid: Buffer, from: number): number | null {
  for (let at = 0; at < entries.length; at += oidBytes) {
    if (oid.compare(entries, at, at + oidBytes) === 0) return from + at / oidBytes;
  }
  return null;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
