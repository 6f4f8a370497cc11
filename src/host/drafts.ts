import { join } from 'node:path';

import { ENGINE_FOLDER } from './game.ts';

/** Where a game's files are written until they are whole: people look into `content/`, and take along what is there. */
export function draftsIn(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'writing');
}
