import { existsSync, readFileSync } from 'node:fs';
import { putFile } from '../repository/write-files.ts';

import type { SandboxImage } from '../sandbox/sandbox.ts';

/** A memory image and its head. */
interface InFile<H> {
  readonly head: H;
  readonly image: SandboxImage;
}

/**
 * A sandbox's image with what it is an image of, in a file: the length of the head, the head as JSON, the memory. Only
 * whoever plays can read it, since there may be private values in it. Deleting it is harmless.
 */
export function writeImageFile(path: string, head: object, { memory, ...place }: SandboxImage): void {
  const text = Buffer.from(JSON.stringify({ head, place, bytes: memory.length }), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  try {
    putFile(path, Buffer.concat([length, text, memory]), { durable: false, mode: 0o600 });
  } catch {
    // Where it can't be written, as in a folder that may only be read, the next command does without.
  }
}

/** Null where there is none, or it is no such file. */
export function readImageFile<H>(path: string): InFile<H> | null {
  if (!existsSync(path)) return null;
  try {
    const bytes = readFileSync(path);
    const end = 4 + bytes.readUInt32LE(0);
    const { head, place, ...about } = JSON.parse(bytes.toString('utf8', 4, end)) as {
      readonly head: H;
      readonly place: Omit<SandboxImage, 'memory'>;
      readonly bytes: number;
    };
    return about.bytes === bytes.length - end
      ? { head, image: { ...place, memory: bytes.subarray(end) } }
      : null;
  } catch {
    return null;
  }
}
