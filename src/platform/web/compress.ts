import pako from 'pako';

import { concat } from './bytes.ts';

const [ZLIB, GZIP] = [15, 31];
const SYNC_FLUSH = 2;
const POLYNOMIAL = 0xedb88320;

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 0 ? rest >>> 1 : (rest >>> 1) ^ POLYNOMIAL;
  return rest;
});

export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (remainders[(rest ^ byte) & 0xff] as number);
  return (rest ^ 0xffffffff) >>> 0;
}

export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return pako.deflate(bytes, { level: 1 });
}

export function gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return pako.gzip(bytes);
}

export function inflate(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  return unpack(bytes, { windowBits: ZLIB, mostBytes }).content;
}

export function inflateStart(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  return unpack(bytes, { windowBits: ZLIB, mostBytes, mayBeCut: true }).content;
}

/** As in other programs, several gzip streams in a row count as one, and zeros may follow. */
export function gunzip(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let left = mostBytes;
  for (let rest = bytes; ;) {
    const { content, after } = unpack(rest, { windowBits: GZIP, mostBytes: left });
    parts.push(content);
    left -= content.length;
    rest = after;
    if (rest.length === 0 || rest[0] === 0) return concat(parts);
  }
}

interface Unpacking {
  readonly windowBits: number;
  readonly mostBytes: number;
  readonly mayBeCut?: boolean;
}

function unpack(
  bytes: Uint8Array,
  { windowBits, mostBytes, mayBeCut = false }: Unpacking,
): { readonly content: Uint8Array<ArrayBuffer>; readonly after: Uint8Array } {
  const unpacking = new pako.Inflate({ windowBits });
  const parts: Uint8Array[] = [];
  let length = 0;
  unpacking.onData = (part) => {
    length += part.length;
    if (length > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`);
    parts.push(part);
  };
  let isFine = true;
  unpacking.onEnd = (status) => {
    isFine = status === 0;
  };
  unpacking.push(bytes, mayBeCut ? SYNC_FLUSH : false);
  if (!isFine || (!unpacking.ended && !mayBeCut)) throw new Error('these bytes can’t be decompressed');
  return { content: concat(parts), after: bytes.subarray(bytes.length - unpacking.strm.avail_in) };
}
