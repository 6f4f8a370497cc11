import { existsSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { putFile, readInFile, type ReadBytes } from '../repository/write-files.ts';

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
    putFile(path, partsOf(head, image, more), { durable: false, mode: 0o600 });
  } catch {
    // Where it can't be written, as in a folder that may only be read, the next command does without.
  }
}

/** Such a file's content. */
export function imageBytes(head: object, image: SandboxImage, more: object | null = null): Uint8Array {
  return Buffer.concat(partsOf(head, image, more));
}

function partsOf(
  head: object,
  { memory, ...place }: SandboxImage,
  more: object | null,
): readonly Uint8Array[] {
  const left = Buffer.from(more === null ? '' : JSON.stringify(more), 'utf8');
  const sum = more === null ? 0 : sumOf(left, memory);
  const about: About = { head, place, bytes: memory.length, moreBytes: left.length, sum };
  const text = Buffer.from(JSON.stringify(about), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return [length, text, left, memory];
}

/** Null where there is none, it is no such file, or by its head nobody wants it: then no more than that is read. */
export function readImageFile<H>(
  path: string,
  isWanted: (head: H) => boolean = () => true,
): InFile<H> | null {
  return inImageFile(path, (read, size) => imageIn(read, size, isWanted));
}

/** The same of what such a file holds. */
export function readImage<H>(all: Buffer): InFile<H> | null {
  try {
    return imageIn(
      (start, length) => all.subarray(start, start + length),
      all.length,
      () => true,
    );
  } catch {
    return null;
  }
}

/** The head alone. Null where there is none. */
export function readImageHead<H>(path: string): H | null {
  return inImageFile(path, (read) => headIn(read).about.head as H);
}

function inImageFile<T>(path: string, find: (read: ReadBytes, size: number) => T | null): T | null {
  try {
    return existsSync(path) ? readInFile(path, find) : null;
  } catch {
    return null;
  }
}

function imageIn<H>(read: ReadBytes, size: number, isWanted: (head: H) => boolean): InFile<H> | null {
  const { about, end } = headIn(read);
  const { head, place, bytes, moreBytes, sum } = about;
  if (bytes !== size - end - moreBytes || !isWanted(head as H)) return null;
  const rest = read(end, size - end);
  const left = rest.subarray(0, moreBytes);
  const memory = rest.subarray(moreBytes);
  return {
    head: head as H,
    image: { ...place, memory },
    more: () => (moreBytes > 0 && sumOf(left, memory) === sum ? JSON.parse(left.toString('utf8')) : null),
  };
}

/** The head, and where it ends. */
function headIn(read: ReadBytes): { readonly about: About; readonly end: number } {
  const length = read(0, 4).readUInt32LE(0);
  return { about: JSON.parse(read(4, length).toString('utf8')) as About, end: 4 + length };
}

/** Against a disk that lost something: whoever goes on in a memory writes down what comes of it. */
function sumOf(left: Uint8Array, memory: Uint8Array): number {
  return crc32(memory, crc32(left));
}
