import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

import { RepositoryError } from './repository-error.ts';
import { uptimeMs } from './uptime.ts';

const busy = 5;
const full = 13;
const longestPauseMs = 20;

/**
 * Runs `action` while no other process does under the same lock file. The operating system holds the lock, through SQLite, which Node has
 * built in. It releases the lock when a process is killed, so there are no stale locks to recognise by age or process id.
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
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const release = tryLock(path);
    if (release !== null) return release;
    if (uptimeMs() > until) throw stillLocked(path, timeoutMs);
    // A random pause keeps waiting processes from retrying in step.
    await pause(1 + Math.random() * longestPauseMs);
  }
}

function tryLock(path: string): (() => void) | null {
  // Opened again each time, because a handle to a file that was deleted and recreated would lock the deleted file.
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (errcodeOf(error) === busy) return null;
    // A full disk is reported as the system would report it, since it has nothing to do with locks.
    if (errcodeOf(error) === full)
      throw Object.assign(new Error(`ENOSPC: no space left for ${path}`, { cause: error }), {
        code: 'ENOSPC',
        path,
      });
    throw new RepositoryError(
      'locked',
      `${path} can't be locked: ${String(error)}.`,
      { path },
      { cause: error },
    );
  }
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}

function errcodeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null;
}

function stillLocked(path: string, timeoutMs: number): RepositoryError {
  return new RepositoryError(
    'locked',
    `Another process has held ${path} for ${Math.round(timeoutMs / 1000)} s. ` +
      'If one hangs, end it: its lock goes with it. Then do the same again.',
    { path, timeoutMs },
  );
}
