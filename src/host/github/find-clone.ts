import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GAME_FILE } from '../../store/paths.ts';

/** Whether a folder is a clone of a game on GitHub: looked for before anything is loaded that reads it as what it is. */
export function isClone(folder: string): boolean {
  const path = join(folder, GAME_FILE);
  return existsSync(path) && /\bkind: *["']?github\b/u.test(readFileSync(path, 'utf8'));
}
