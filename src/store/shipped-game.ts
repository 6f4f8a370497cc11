import { readYamlFile } from '../ruleset/front-matter.ts';
import { GAME_FILE, PLAYED, PLAYED_HERE } from './paths.ts';

/** All that makes up a game; a new one begins without it. The library and a game's own look stay. */
export const GAME_PLACES: readonly string[] = PLAYED.map((place) => place.replace(/\/$/u, ''));

/**
 * Whether a game is played elsewhere, or nowhere any more: one of an embedded forge whose forge is not here, such as the
 * one that is shipped to be looked at. It gives way to a new game.
 */
export function givesWay(gameFile: string): boolean {
  return kindOfForge(gameFile) === PLAYED_HERE;
}

/** The kind of forge that game.yml names; without one the game is played where its files are. */
export function kindOfForge(gameFile: string): string {
  const { kind } = forgeIn(gameFile) as { readonly kind?: unknown };
  return typeof kind === 'string' ? kind : PLAYED_HERE;
}

/** The `forge:` of a game.yml as it stands there, be it right or wrong; nothing where there is none. */
export function forgeIn(gameFile: string): object {
  const { data } = readYamlFile(GAME_FILE, gameFile);
  const { forge } = (data ?? {}) as { readonly forge?: unknown };
  return typeof forge === 'object' && forge !== null ? forge : {};
}
