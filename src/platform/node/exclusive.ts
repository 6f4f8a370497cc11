import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;
const FULL = 13;

/**
 * Takes a lock file for this process, or returns null if another one has it. The operating system holds the lock, through SQLite, which
 * Node has built in, and releases it when a process is killed.
 */
export function takeExclusive(path: string): (() => void) | null {
  let database: DatabaseSync | undefined;
  try {
    // Opened again each time, because a handle to a file that was deleted and recreated would lock the deleted file.
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (errcodeOf(error) === BUSY) return null;
    // A disk that is full, read-only or closed to us is reported as the system reports it: that has nothing to do with locks.
    if (errcodeOf(error) === FULL)
      throw Object.assign(new Error(`ENOSPC: no space left for ${path}`, { cause: error }), {
        code: 'ENOSPC',
        path,
      });
    accessSync(dirname(path), constants.W_OK);
    throw error;
  }
  const held = database;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}

function errcodeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null;
}
