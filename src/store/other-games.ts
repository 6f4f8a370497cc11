import { joinSlashed } from '#platform/paths.ts';

import type { Oid } from '../repository/oid.ts';
import { readFileText } from '../repository/read-file.ts';
import { wholeRepository, type Repository } from '../repository/repository.ts';
import { GAME_FILE, isOfGame } from './paths.ts';
import { givesWay } from './shipped-game.ts';

/** The folders of the repository's other games to which these paths belong, relative to this game's folder. */
export async function otherGames(
  repository: Repository,
  main: Oid,
  paths: readonly string[],
): Promise<readonly string[]> {
  const folders = new Set(paths.flatMap((path) => folderOf(joinSlashed(repository.folder, path)) ?? []));
  folders.delete(repository.folder);
  const found: string[] = [];
  for (const folder of folders) {
    const game = await readFileText(wholeRepository(repository), main, joinSlashed(folder, GAME_FILE));
    if (game !== null && !givesWay(game)) found.push(folder);
  }
  return found;
}

/** `games/harbour/content/ruleset/core/votes.md` → `games/harbour`; null for a path outside any game. */
function folderOf(path: string): string | null {
  const names = path.split('/');
  const at = names.findIndex((name, index) => name === 'content' && isOfGame(names.slice(index).join('/')));
  return at === -1 ? null : names.slice(0, at).join('/');
}

/** The layout of games, for code that has to tell to which game a pull request's file belongs. */
export const GAME_PATHS = { isOfGame, otherGames };
