import { concat, fromHex, hexOf, utf8, latin1Of } from '#platform/bytes.ts';
import { crc32, deflate, inflate, inflateStart } from '#platform/compress.ts';
import { digest, hexDigest } from '#platform/hash.ts';
import type { Disk } from './disk.ts';
import type { Oid } from './oid.ts';
import type { Stored } from './git-reader.ts';

const KINDS = { commit: 1, tree: 2, blob: 3 } as const;
const INDEX_MAGIC = Uint8Array.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
/** An index has 31-bit offsets unless it has an extra table for larger ones. */
const MOST_BYTES = 2 ** 31 - 1;

/** Collects objects and writes them as one pack with its index. Writing a thousand separate files takes seconds. */
export class NewPack {
  readonly #objects = new Map<Oid, Uint8Array>();

  has(oid: Oid): boolean {
    return this.#objects.has(oid);
  }

  add(oid: Oid, kind: keyof typeof KINDS, bytes: Uint8Array): void {
    const pressed = deflate(bytes);
    this.#objects.set(oid, concat([headerOf(KINDS[kind], bytes.length), pressed]));
  }

  /** Git ignores a pack without an index, so the index is written last. */
  async write({ disk, gitdir }: { readonly disk: Disk; readonly gitdir: string }): Promise<void> {
    if (this.#objects.size === 0) return;
    const { pack, index } = this.bytes();
    const path = `${gitdir}/objects/pack/pack-${hexOf(pack.subarray(-20))}`;
    await disk.write(`${path}.pack`, pack, { durable: true });
    await disk.write(`${path}.idx`, index, { durable: true });
  }

  bytes(): { readonly pack: Uint8Array; readonly index: Uint8Array } {
    const start = concat([utf8('PACK'), words(2, this.#objects.size)]);
    const offsets = new Map<Oid, number>();
    let end = start.length;
    for (const [oid, bytes] of this.#objects) {
      offsets.set(oid, end);
      end += bytes.length;
    }
    if (end > MOST_BYTES) throw new RangeError(`A pack of ${end} bytes is too large.`);
    const pack = withSum(concat([start, ...this.#objects.values()]));
    return { pack, index: this.#indexOf(offsets, pack.subarray(-20)) };
  }

  #indexOf(offsets: ReadonlyMap<Oid, number>, sum: Uint8Array): Uint8Array {
    const oids = [...offsets.keys()].toSorted();
    const names = oids.map((oid) => fromHex(oid));
    const counts = Array.from({ length: 256 }, () => 0);
    for (const [first = 0] of names) counts[first] = (counts[first] ?? 0) + 1;
    let total = 0;
    const fan = counts.map((count) => (total += count));
    const sums = oids.map((oid) => crc32(this.#objects.get(oid) ?? new Uint8Array(0)));
    const places = oids.map((oid) => offsets.get(oid) ?? 0);
    return withSum(concat([INDEX_MAGIC, words(...fan), ...names, words(...sums), words(...places), sum]));
  }
}

/** Encodes kind and length of an object, seven bits per byte, except for four in the first byte. */
function headerOf(kind: number, length: number): Uint8Array {
  const bytes: number[] = [];
  let [first, rest] = [(kind << 4) | (length % 16), Math.floor(length / 16)];
  while (rest > 0) {
    bytes.push(first | 0x80);
    [first, rest] = [rest % 128, Math.floor(rest / 128)];
  }
  return Uint8Array.from([...bytes, first]);
}

function words(...numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, at) => view.setUint32(at * 4, number));
  return bytes;
}

function withSum(bytes: Uint8Array): Uint8Array {
  return concat([bytes, digest('sha1', bytes)]);
}

const KINDS_BY_NUMBER = ['', 'commit', 'tree', 'blob'] as const;
const MOST_READ = 64 * 1024 * 1024;
const FAN = 8;
const NAMES = FAN + 256 * 4;
const SUM = 20;

/** An object of a pack. If it is damaged, its bytes are the part that could be read. */
export interface Packed extends Stored {
  readonly isWhole: boolean;
}

/**
 * Reads a pack that NewPack wrote, with its index, and checks the name of each object. Damaged objects are still returned, so that a reader can
 * say what was changed in it.
 */
export function* readPack(pack: Uint8Array, index: Uint8Array): Generator<readonly [Oid, Packed]> {
  const places = placesIn(index).toSorted((a, b) => a.at - b.at);
  for (const [turn, { oid, at }] of places.entries())
    yield [oid, unpack(oid, pack.subarray(at, places[turn + 1]?.at ?? pack.length - SUM))];
}

function placesIn(index: Uint8Array): readonly { readonly oid: Oid; readonly at: number }[] {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const isIndex = index.length >= NAMES && latin1Of(index, 0, 4) === '\u00fftOc' && view.getUint32(4) === 2;
  if (!isIndex) throw new TypeError('this is no index of a pack');
  const count = view.getUint32(NAMES - 4);
  // Each name has a checksum and an offset.
  if (index.length !== NAMES + count * 28 + 2 * SUM) throw new TypeError('the index of the pack is cut off');
  const offsets = NAMES + count * 24;
  return Array.from({ length: count }, (_, nth) => ({
    oid: hexOf(index, NAMES + nth * 20, NAMES + nth * 20 + 20),
    at: view.getUint32(offsets + nth * 4),
  }));
}

function unpack(oid: Oid, bytes: Uint8Array): Packed {
  const kind = KINDS_BY_NUMBER[((bytes[0] ?? 0) >> 4) & 7] ?? '';
  let [start, size] = [0, (bytes[0] ?? 0) & 15];
  while (((bytes[start] ?? 0) & 0x80) !== 0) {
    start += 1;
    size += ((bytes[start] ?? 0) & 127) * 2 ** (7 * start - 3);
  }
  const pressed = bytes.subarray(start + 1);
  if (kind === '') return { kind: 'blob', bytes: new Uint8Array(0), isWhole: false };
  try {
    const content = inflate(pressed, MOST_READ);
    return { kind, bytes: content, isWhole: size === content.length && objectName(kind, content) === oid };
  } catch {
    return { kind, bytes: beginningOf(pressed), isWhole: false };
  }
}

export function objectName(kind: string, bytes: Uint8Array): Oid {
  return hexDigest('sha1', `${kind} ${bytes.length}\0`, bytes);
}

/** Returns as much as can be decompressed. If a beginning fails, every longer one fails too. */
function beginningOf(pressed: Uint8Array): Uint8Array {
  let [content, good, bad] = [new Uint8Array(0), 0, pressed.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    try {
      content = inflateStart(pressed.subarray(0, middle), MOST_READ);
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return content;
}
