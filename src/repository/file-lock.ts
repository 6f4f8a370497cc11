import { takeExclusive } from '#platform/exclusive.ts';
import { codeOf, makeFolders } from '#platform/files.ts';
import { uptimeMs } from '#platform/machine.ts';
import { dirname } from '#platform/paths.ts';
import { pause } from '#platform/turns.ts';
import { RepositoryError } from './repository-error.ts';

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
    if (codeOf(error) === 'ENOSPC') throw error;
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
      'If one hangs, end it: its lock goes with it. Then do the same again.',
    { path, timeoutMs },
  );
}
