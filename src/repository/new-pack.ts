import { concat, fromHex, hexOf, utf8 } from '#platform/bytes.ts';
import { crc32, deflate } from '#platform/compress.ts';
import { digest } from '#platform/hash.ts';

import type { Disk } from './disk.ts';
import type { Oid } from './oid.ts';

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
