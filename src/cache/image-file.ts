import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A sandbox's image with what it is an image of, in a file: the length of the head, the head as JSON, the memory. Only
 * whoever plays can read it, since there may be private values in it. Deleting it is harmless.
 */
export function writeImageFile(path: string, head: object, memory: Uint8Array): void {
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, Buffer.concat([length, text, memory]), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    // Where it can't be written, as in a folder that may only be read, the next command does without.
    rmSync(draft, { force: true });
  }
}

/** Null where there is none, or it is no such file. */
export function readImageFile<H>(path: string): { readonly head: H; readonly memory: Uint8Array } | null {
  if (!existsSync(path)) return null;
  try {
    const bytes = readFileSync(path);
    const end = 4 + bytes.readUInt32LE(0);
    const head = JSON.parse(bytes.toString('utf8', 4, end)) as H & { readonly bytes?: number };
    return head.bytes === bytes.length - end ? { head, memory: bytes.subarray(end) } : null;
  } catch {
    return null;
  }
}
