// Tests make thousands of small files and take them away again: in memory, where there is enough, this costs a third less.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Processes and threads that tests start, such as those that make pages, share it with the command line. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
/** Vitest keeps the sources that it compiled here, by content, and never deletes any. */
const MODULES = fileURLToPath(new URL('../.cache/modules', import.meta.url));
const TWO_WEEKS_MS = 14 * 86_400_000;
const MEMORY = '/dev/shm';
const NAME = 'gitnomic-tests-';
const LEFT = /^gitnomic-tests-(\d+)-/u;
/** What a run of all tests needs at most at once, several times over. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** One folder for all that a run of tests writes, so that nothing of it is left when the run is over. */
export function setup(): () => void {
  const parent = isRoomy(MEMORY) ? MEMORY : tmpdir();
  removeLeftovers(parent);
  if (existsSync(MODULES)) removeUnused(MODULES);
  const folder = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
  process.env['TMPDIR'] = folder;
  process.env['NODE_COMPILE_CACHE'] = COMPILED;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function removeUnused(folder: string): void {
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    // Another run may be deleting them, too.
    const used = statSync(path, { throwIfNoEntry: false })?.atimeMs ?? Infinity;
    if (used < Date.now() - TWO_WEEKS_MS) rmSync(path, { force: true });
  }
}

/** A run that was killed could not clear up, and memory is not cleared by itself. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = LEFT.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
