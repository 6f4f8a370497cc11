import { namesIn, readText, statOf } from '#platform/files.ts';
import { join, pathOf, joinSlashed } from '#platform/paths.ts';
import { withWholeClauses } from '../ruleset/compose.ts';
import { isCompiled } from '../sandbox/own-file.ts';
import { readYamlFile } from '../ruleset/front-matter.ts';
import { GAME_FILE, PLAYED, PLAYED_HERE, isOfGame } from './paths.ts';
import type { Oid } from '../repository/oid.ts';
import { readFileText } from '../repository/read-file.ts';
import { wholeRepository, type Repository } from '../repository/repository.ts';

/** The library that comes with the engine. */
const LIBRARY = new URL('../../content/library', import.meta.url);
/** The same in one file, in the published package and in browsers. */
export const LIBRARY_FILE = new URL(`${LIBRARY.href}.json`);

const TEXT = /\.(md|ts|yml|yaml|json|jsonl|diff)$/;

/** All text files below a folder, by their paths from it. */
export function readFolder(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  collect(folder, '', files);
  return files;
}

function collect(folder: string, below: string, files: Map<string, string>): void {
  for (const name of namesIn(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (statOf(join(folder, path))?.isFolder === true) collect(folder, path, files);
    else if (TEXT.test(name)) files.set(path, readText(join(folder, path)));
  }
}

/** All text files of the library by their paths. The published package has them in one file, since npm takes seconds to unpack a thousand. */
export function readLibrary(): ReadonlyMap<string, string> {
  if (!isCompiled) return withWholeClauses(readFolder(pathOf(LIBRARY)));
  const texts = JSON.parse(readText(LIBRARY_FILE)) as Record<string, string>;
  return withWholeClauses(new Map(Object.entries(texts)));
}

/** Reads a library from a folder. If it has no core rules, the packs are added to the engine's library. */
export function readLibraryIn(folder: string): ReadonlyMap<string, string> {
  const own = readFolder(folder);
  const isWhole = [...own.keys()].some((path) => path.startsWith('core/'));
  return withWholeClauses(isWhole ? own : new Map([...readLibrary(), ...own]));
}

/** Everything that belongs to one game. A new game begins without it, but keeps the library and the look. */
export const GAME_PLACES: readonly string[] = PLAYED.map((place) => place.replace(/\/$/u, ''));

/** True if the game has an embedded forge that isn't here, such as the game shipped as a sample. It can be replaced by a new one. */
export function givesWay(gameFile: string): boolean {
  return kindOfForge(gameFile) === PLAYED_HERE;
}

/** The kind of forge in game.yml. By default a game is played where its files are. */
export function kindOfForge(gameFile: string): string {
  const { kind } = forgeIn(gameFile) as { readonly kind?: unknown };
  return typeof kind === 'string' ? kind : PLAYED_HERE;
}

/** The `forge:` in a game.yml, valid or not, or an empty object. */
export function forgeIn(gameFile: string): object {
  const { data } = readYamlFile(GAME_FILE, gameFile);
  const { forge } = (data ?? {}) as { readonly forge?: unknown };
  return typeof forge === 'object' && forge !== null ? forge : {};
}

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
  const at = names.findIndex((_, index) => isOfGame(names.slice(index).join('/')));
  return at === -1 ? null : names.slice(0, at).join('/');
}

/** The layout of games, for code that has to tell to which game a pull request's file belongs. */
export const GAME_PATHS = { isOfGame, otherGames };
