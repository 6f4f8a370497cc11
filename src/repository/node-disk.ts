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
  codeOf,
  makeFolders,
} from '#platform/files.ts';
import { join, dirname } from '#platform/paths.ts';
import { type Disk, type DiskEntry, takeTurns } from './disk.ts';
import { takeExclusive } from '#platform/exclusive.ts';
import { uptimeMs } from '#platform/machine.ts';
import { pause } from '#platform/turns.ts';
import { RepositoryError } from './repository-error.ts';

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

const longestPauseMs = 20;

/**
 * Runs `action` while no other process does under the same lock file. The system releases the lock when a
 * process is killed, so there are no stale locks to recognise by age or process id.
 */
export async function withFileLock<T>(
  path: string,
  action: () => Promise<T>,
  { timeoutMs }: { timeoutMs: number },
): Promise<T> {
  const release = await takeLock(path, uptimeMs() + timeoutMs, timeoutMs);
  try {
    return await action();
  } finally {
    release();
  }
}

async function takeLock(path: string, until: number, timeoutMs: number): Promise<() => void> {
  makeFolders(dirname(path));
  for (;;) {
    const release = tryLock(path);
    if (release !== null) return release;
    if (uptimeMs() > until) throw stillLocked(path, timeoutMs);
    // A random pause keeps waiting processes from retrying in step.
    await pause(1 + Math.random() * longestPauseMs);
  }
}

function tryLock(path: string): (() => void) | null {
  try {
    return takeExclusive(path);
  } catch (error) {
    if (!codeOf(error).startsWith('ERR_SQLITE')) throw error;
    throw new RepositoryError(
      'locked',
      `${path} can't be locked: ${String(error)}.`,
      { path },
      { cause: error },
    );
  }
}

function stillLocked(path: string, timeoutMs: number): RepositoryError {
  return new RepositoryError(
    'locked',
    `Another process has held ${path} for ${Math.round(timeoutMs / 1000)} s. ` +
      'If one hangs, end it, which releases its lock. Then try again.',
    { path, timeoutMs },
  );
}
