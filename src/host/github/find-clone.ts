import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { GAME_FILE } from '../../store/paths.ts';

/** The nearest folder, from `start` up, that is a clone of a game on GitHub; or `start` itself where `exactly` is said. */
export function findClone(start: string, exactly: boolean): string | null {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const path = join(folder, GAME_FILE);
    // Looked for before anything is loaded that reads it as what it is.
    if (existsSync(path) && /^\s+kind: ["']?github\b/mu.test(readFileSync(path, 'utf8'))) return folder;
    if (exactly || dirname(folder) === folder) return null;
  }
}
