import { closeSync, openSync, readSync } from 'node:fs';

import { Failure } from '../failure.ts';

/** Far more than any text or picture that somebody means to give to a game. */
const MOST_BYTES = 20_000_000;
const PART = 65_536;

/** A file that somebody named, which may be a pipe; one that is too large is refused before it fills the memory, also where it has no end. */
export function readGivenFile(path: string): Uint8Array {
  const bytes = readUpTo(path, MOST_BYTES);
  if (bytes !== null) return bytes;
  throw new Failure('broken', {
    code: 'too-large-file',
    what: `${path} holds more than ${MOST_BYTES / 1_000_000} MB.`,
    next: 'See whether it is the file that you mean.',
  });
}

export function readGivenText(path: string): string {
  return Buffer.from(readGivenFile(path)).toString('utf8');
}

/** All that a file holds, or null where that is more than so many bytes. What a file says of its size counts for nothing: a device says none. */
export function readUpTo(path: string, most: number): Uint8Array | null {
  const file = openSync(path, 'r');
  try {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const part = new Uint8Array(PART);
      const read = readSync(file, part);
      if (read === 0) return Buffer.concat(parts, size);
      size += read;
      if (size > most) return null;
      parts.push(part.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
