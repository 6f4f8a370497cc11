import { takeTurns } from './turns.ts';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

import type { Disk, DiskEntry, DiskStat } from './disk.ts';
import { withFileLock } from './file-lock.ts';
import { appendToFile, createFile, cutFile, isAbsence, putFile, sweepDrafts } from './write-files.ts';

const lockTimeoutMs = 30_000;
/** Files in the making stand apart: one left by a kill beside a ref would be a branch to Git. */
const making = 'writing';

/**
 * A folder on disk. It waits for each call in place: the files are small, and a turn through Node's pool of threads
 * costs several times what the call does.
 */
export function nodeDisk(root: string): Disk {
  const turns = takeTurns();
  const at = (path: string): string => join(root, path);
  return {
    root,
    read: async (path) => readWhole(at(path)),
    readFrom: async (path, offset, most = Infinity) =>
      orElse(Buffer.alloc(0), () => readFrom(at(path), offset, most)),
    stat: async (path) => statOf(at(path)),
    list: async (path) => orElse<readonly DiskEntry[]>([], () => listOf(at(path))),
    write: async (path, bytes, { durable = false } = {}) =>
      putFile(at(path), bytes, { durable, drafts: join(root, making) }),
    append: async (path, bytes) => appendToFile(at(path), bytes),
    truncate: async (path, size) => cutFile(at(path), size),
    create: async (path, bytes) => createFile(at(path), bytes, join(root, making)),
    remove: async (path) => orElse(undefined, () => rmSync(at(path))),
    // Here in the order in which they ask; who comes from elsewhere waits by asking again and again.
    withLock: (path, action) =>
      turns(path, () => withFileLock(at(path), action, { timeoutMs: lockTimeoutMs })),
  };
}

/** Takes away files in the making that killed processes left. */
export function sweepUnfinished(root: string): void {
  sweepDrafts(join(root, making), () => true);
}

function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isAbsence(error)) return fallback;
    throw error;
  }
}

function readWhole(path: string): Uint8Array | null {
  // Asked for every packed object too, which is no file: to raise an error for that costs more than to look first.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  return orElse(null, () => readFileSync(path));
}

function readFrom(path: string, offset: number, most: number): Uint8Array {
  // Most often asked for an object that lies elsewhere: to raise an error for that costs more than to look first.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return Buffer.alloc(0);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(most, Math.max(0, fstatSync(file).size - offset)));
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(file, bytes, read, bytes.length - read, offset + read);
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

function statOf(path: string): DiskStat | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  return { size: stat.size, folder: stat.isDirectory(), modifiedMs: stat.mtimeMs };
}

function listOf(path: string): readonly DiskEntry[] {
  return readdirSync(path, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    folder: entry.isDirectory(),
  }));
}
