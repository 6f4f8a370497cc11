import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { filesOnDisk } from '../../store/content-folder.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { checkContent } from './check-content.ts';
import { checkDice } from './check-dice.ts';
import type { Check } from './finding.ts';

/** Whether the folder has a game's files, wherever the game is played. */
export function hasGameFiles(folder: string): boolean {
  return existsSync(join(folder, GAME_FILE));
}

export function treeChecks(folder: string): readonly Check[] {
  return [
    { title: 'the content of the working tree', look: async () => checkContent(filesOnDisk(folder)) },
    { title: 'its dice', look: async () => Promise.resolve(checkDice(filesOnDisk(folder))) },
  ];
}
