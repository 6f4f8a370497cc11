import { constants, crc32 as sumOf, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';

export function crc32(bytes: Uint8Array): number {
  return sumOf(bytes);
}

/** Zlib's fastest level, because the inputs are small and many files are written at once. */
export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return deflateSync(bytes, { level: 1 });
}

/** Throws if the bytes are damaged, or would become more than `mostBytes`. */
export function inflate(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  return inflateSync(bytes, { maxOutputLength: mostBytes });
}

/** The content of compressed bytes that may be cut off. */
export function inflateStart(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostBytes });
}

export function gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return gzipSync(bytes);
}

/** Throws like `inflate`. */
export function gunzip(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  return gunzipSync(bytes, { maxOutputLength: mostBytes });
}
