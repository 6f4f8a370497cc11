import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import type { Disk, DiskEntry, DiskStat } from './disk.ts';
import { withFileLock } from './file-lock.ts';
import { takeTurns } from './turns.ts';

const lockTimeoutMs = 30_000;
/** Files in the making stand apart: one left by a kill beside a ref would be a branch to Git. */
const making = 'writing';

/**
 * A folder on disk. It waits for each call in place: the files are small, and a turn through Node's pool of threads
 * costs several times what the call does.
 */
export function nodeDisk(root: string): Disk {
  const at = (path: string): string => join(root, path);
  const turns = takeTurns();
  let made = 0;
  const fresh = (): string => {
    made += 1;
    return join(root, making, `${process.pid}-${Date.now()}-${made}`);
  };
  return {
    read: async (path) => readWhole(at(path)),
    readFrom: async (path, offset, most = Infinity) =>
      orElse(Buffer.alloc(0), () => readFrom(at(path), offset, most)),
    stat: async (path) => statOf(at(path)),
    list: async (path) => orElse<readonly DiskEntry[]>([], () => listOf(at(path))),
    write: async (path, bytes, { durable = false } = {}) => {
      const temporary = fresh();
      writeNew(temporary, bytes, durable);
      inFolder(at(path), () => renameSync(temporary, at(path)));
      if (durable) syncFolder(dirname(at(path)));
    },
    append: async (path, bytes) => inFolder(at(path), () => append(at(path), bytes)),
    truncate: async (path, size) => truncateSync(at(path), size),
    create: async (path, bytes) => create(at(path), bytes),
    remove: async (path) => orElse(undefined, () => rmSync(at(path))),
    // Here in the order in which they ask; who comes from elsewhere waits by asking again and again.
    withLock: (path, action) =>
      turns(path, () => withFileLock(at(path), action, { timeoutMs: lockTimeoutMs })),
  };
}

const unfinishedMs = 3_600_000;

/** Takes away files in the making that killed processes left. Nobody needs an hour for one. */
export function sweepUnfinished(root: string): void {
  const folder = join(root, making);
  for (const { name } of orElse<readonly DiskEntry[]>([], () => listOf(folder))) {
    const modifiedMs = statOf(join(folder, name))?.modifiedMs ?? Infinity;
    if (Date.now() - modifiedMs > unfinishedMs) orElse(undefined, () => rmSync(join(folder, name)));
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (absent.has(codeOf(error))) return fallback;
    throw error;
  }
}

/** Most writes find their folder there: it is made only after one failed for want of it. */
function inFolder<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    return write();
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

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

function writeNew(path: string, bytes: Uint8Array, durable: boolean): void {
  const file = inFolder(path, () => openSync(path, 'wx'));
  try {
    writeAll(file, bytes);
    if (durable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function create(path: string, bytes: Uint8Array): boolean {
  try {
    writeNew(path, bytes, false);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A disk that is full takes a part: what it took is taken back, so that the file ends as it did. */
function append(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'a');
  try {
    const { size } = fstatSync(file);
    try {
      writeAll(file, bytes);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new name in a folder is on the disk only once the folder is. Windows has no such call, and needs none. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
