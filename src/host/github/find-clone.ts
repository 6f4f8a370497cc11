import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GAME_FILE } from '../../store/paths.ts';

/** Uses a pattern, so that nothing that parses YAML has to be loaded first. */
export function isClone(folder: string): boolean {
  const path = join(folder, GAME_FILE);
  return existsSync(path) && /\bkind: *["']?github\b/u.test(readFileSync(path, 'utf8'));
}
