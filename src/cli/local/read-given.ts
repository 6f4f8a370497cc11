import { closeSync, openSync, readSync } from 'node:fs';

import { Failure } from '../failure.ts';

/** Far more than any text or picture for a game. */
const MOST_BYTES = 20_000_000;
const PART = 65_536;

/** Reads a named file or pipe, and refuses one that is too large before it fills the memory. */
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

/** Null if there are more bytes than `most`. The reported size is ignored, since devices have none. */
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
