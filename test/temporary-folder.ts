// Tests make thousands of small files and take them away again: in memory, where there is enough, this costs a third less.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** What a run of all tests needs at most at once, several times over. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** One folder for all that a run of tests writes, so that nothing of it is left when the run is over. */
export function setup(): () => void {
  const folder = mkdtempSync(join(isRoomy(MEMORY) ? MEMORY : tmpdir(), 'gitnomic-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
