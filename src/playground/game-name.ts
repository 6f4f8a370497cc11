import { isThere, readText } from '../platform/web/files.ts';
import { join } from '#platform/paths.ts';
import { ENGINE_FOLDER } from '../host/game.ts';
import { GAME_FILE } from '../store/paths.ts';

/** The name of the game in a folder; null if none has begun there. */
export function gameNameIn(folder: string): string | null {
  const file = join(folder, GAME_FILE);
  if (!isThere(file) || !isThere(join(folder, ENGINE_FOLDER, 'forge'))) return null;
  return /^name: *["']?(.*?)["']? *$/mu.exec(readText(file))?.[1] ?? '';
}
