import { hexOf, latin1Of } from '#platform/bytes.ts';
import { inflate, inflateStart } from '#platform/compress.ts';
import { hexDigest } from '#platform/hash.ts';

import type { Stored } from './git-reader.ts';
import type { Oid } from './oid.ts';

const KINDS = ['', 'commit', 'tree', 'blob'] as const;
const MOST_BYTES = 64 * 1024 * 1024;
const FAN = 8;
const NAMES = FAN + 256 * 4;
const SUM = 20;

/** An object of a pack. If its bytes aren't what its name says, they are as much of them as can be read. */
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
  // Behind each name there is a checksum and a place.
  if (index.length !== NAMES + count * 28 + 2 * SUM) throw new TypeError('the index of the pack is cut off');
  const offsets = NAMES + count * 24;
  return Array.from({ length: count }, (_, nth) => ({
    oid: hexOf(index, NAMES + nth * 20, NAMES + nth * 20 + 20),
    at: view.getUint32(offsets + nth * 4),
  }));
}

function unpack(oid: Oid, bytes: Uint8Array): Packed {
  const kind = KINDS[((bytes[0] ?? 0) >> 4) & 7] ?? '';
  let [start, size] = [0, (bytes[0] ?? 0) & 15];
  while (((bytes[start] ?? 0) & 0x80) !== 0) {
    start += 1;
    size += ((bytes[start] ?? 0) & 127) * 2 ** (7 * start - 3);
  }
  const pressed = bytes.subarray(start + 1);
  if (kind === '') return { kind: 'blob', bytes: new Uint8Array(0), isWhole: false };
  try {
    const content = inflate(pressed, MOST_BYTES);
    return { kind, bytes: content, isWhole: size === content.length && objectName(kind, content) === oid };
  } catch {
    return { kind, bytes: beginningOf(pressed), isWhole: false };
  }
}

export function objectName(kind: string, bytes: Uint8Array): Oid {
  return hexDigest('sha1', `${kind} ${bytes.length}\0`, bytes);
}

/** As much as can be decompressed: once that fails, it fails for everything longer. */
function beginningOf(pressed: Uint8Array): Uint8Array {
  let [content, good, bad] = [new Uint8Array(0), 0, pressed.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    try {
      content = inflateStart(pressed.subarray(0, middle), MOST_BYTES);
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return content;
}
