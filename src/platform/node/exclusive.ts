import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;
const FULL = 13;

/**
 * Takes a lock file for this process, or returns null if another one has it. The operating system holds the lock, through SQLite, which
 * Node has built in, and releases it when a process is killed.
 */
export function takeExclusive(path: string): (() => void) | null {
  // Opened again each time, because a handle to a file that was deleted and recreated would lock the deleted file.
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (errcodeOf(error) === BUSY) return null;
    // A full disk is reported as the system would report it, since it has nothing to do with locks.
    if (errcodeOf(error) === FULL)
      throw Object.assign(new Error(`ENOSPC: no space left for ${path}`, { cause: error }), {
        code: 'ENOSPC',
        path,
      });
    throw error;
  }
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}

function errcodeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null;
}
