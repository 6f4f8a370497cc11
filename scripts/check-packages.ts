// Part of `npm run check`: compares the lock file with the installed packages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { findOddPackages, type OwnWords, type PackageLock } from './packages/find-odd-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = <T>(path: string): T => JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as T;

/** Null for a package of another platform, which is locked but not installed. */
function readOwn(path: string): OwnWords | null {
  try {
    return read<OwnWords>(`${path}/package.json`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const locked = read<PackageLock>('package-lock.json');
const odd = findOddPackages(locked, read<PackageLock>('node_modules/.package-lock.json'), readOwn);
for (const line of odd) console.log(line);
process.exitCode = odd.length === 0 ? 0 : 1;
