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
/** Drafts are kept apart, because Git would take one that a kill left beside a ref for a branch. */
const making = 'writing';

/**
 * A folder on disk. Calls are synchronous: the files are small, and a turn through Node's thread pool costs several times as much as the
 * call.
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
    // Callers in this process are served in order. Other processes retry until the lock is free.
    withLock: (path, action) =>
      turns(path, () => withFileLock(at(path), action, { timeoutMs: lockTimeoutMs })),
  };
}

/** Removes drafts that killed processes left behind. */
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
  // Also called for packed objects, which are no files. Looking first is cheaper than raising an error.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  return orElse(null, () => readFileSync(path));
}

function readFrom(path: string, offset: number, most: number): Uint8Array {
  // Mostly called for objects that are stored elsewhere. Looking first is cheaper than raising an error.
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
