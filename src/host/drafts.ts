import { join } from '#platform/paths.ts';

import { ENGINE_FOLDER } from './game.ts';

/** Files are written here until they are complete, since people look into `content/` and commit it. */
export function draftsIn(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'writing');
}
