import {
  appendToFile,
  createFile,
  cutFile,
  entriesIn,
  isAbsence,
  putFile,
  readBytes,
  readPart,
  removeFile,
  statOf,
  sweepDrafts,
} from '#platform/files.ts';
import { join } from '#platform/paths.ts';
import type { Disk, DiskEntry } from './disk.ts';
import { withFileLock } from './file-lock.ts';
import { takeTurns } from './turns.ts';

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
      orElse(new Uint8Array(0), () => readPart(at(path), offset, most)),
    stat: async (path) => {
      const stat = statOf(at(path));
      return stat === null ? null : { size: stat.size, folder: stat.isFolder, modifiedMs: stat.modifiedMs };
    },
    list: async (path) => orElse<readonly DiskEntry[]>([], () => entriesIn(at(path))),
    write: async (path, bytes, { durable = false } = {}) =>
      putFile(at(path), bytes, { durable, drafts: join(root, making) }),
    append: async (path, bytes) => appendToFile(at(path), bytes),
    truncate: async (path, size) => cutFile(at(path), size),
    create: async (path, bytes) => createFile(at(path), bytes, join(root, making)),
    remove: async (path) => orElse(undefined, () => removeFile(at(path))),
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
  return statOf(path) === null ? null : orElse(null, () => readBytes(path));
}
