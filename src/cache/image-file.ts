import { existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { putFile } from '../repository/write-files.ts';

import type { SandboxImage } from '../sandbox/sandbox.ts';

/** A memory image and its head. */
interface InFile<H> {
  readonly head: H;
  readonly image: SandboxImage;
  /** Gives whatever else was left with it, which few need; null where nothing was, or not every byte of the file is as it was written. */
  more(): unknown;
}

interface About {
  readonly head: unknown;
  readonly place: Omit<SandboxImage, 'memory'>;
  readonly bytes: number;
  readonly moreBytes: number;
  readonly sum: number;
}

/**
 * A sandbox's image with what it is an image of, in a file: the length of the head, the head as JSON, what else is left with it, the memory.
 * Only whoever plays can read it, since there may be private values in it. Deleting it is harmless.
 */
export function writeImageFile(
  path: string,
  head: object,
  image: SandboxImage,
  more: object | null = null,
): void {
  try {
    putFile(path, imageBytes(head, image, more), { durable: false, mode: 0o600 });
  } catch {
    // Where it can't be written, as in a folder that may only be read, the next command does without.
  }
}

/** Such a file's content. */
export function imageBytes(
  head: object,
  { memory, ...place }: SandboxImage,
  more: object | null = null,
): Uint8Array {
  const left = Buffer.from(more === null ? '' : JSON.stringify(more), 'utf8');
  const sum = more === null ? 0 : sumOf(left, memory);
  const about: About = { head, place, bytes: memory.length, moreBytes: left.length, sum };
  const text = Buffer.from(JSON.stringify(about), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, left, memory]);
}

/** Null where there is none, or it is no such file. */
export function readImageFile<H>(path: string): InFile<H> | null {
  try {
    return existsSync(path) ? readImage(readFileSync(path)) : null;
  } catch {
    return null;
  }
}

/** The same of what such a file holds. */
export function readImage<H>(all: Buffer): InFile<H> | null {
  try {
    const end = 4 + all.readUInt32LE(0);
    const { head, place, bytes, moreBytes, sum } = JSON.parse(all.toString('utf8', 4, end)) as About;
    if (bytes !== all.length - end - moreBytes) return null;
    const left = all.subarray(end, end + moreBytes);
    const memory = all.subarray(end + moreBytes);
    return {
      head: head as H,
      image: { ...place, memory },
      more: () => (moreBytes > 0 && sumOf(left, memory) === sum ? JSON.parse(left.toString('utf8')) : null),
    };
  } catch {
    return null;
  }
}

/** Against a disk that lost something: whoever goes on in a memory writes down what comes of it. */
function sumOf(left: Uint8Array, memory: Uint8Array): number {
  return crc32(memory, crc32(left));
}
