import { readYamlFile } from '../ruleset/front-matter.ts';
import { GAME_FILE, PLAYED, PLAYED_HERE } from './paths.ts';

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
