import type { Position } from '../session/position/position.ts';
import type { Forge } from '../forge/port.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { Environment } from './game.ts';

export interface GameToTell {
  readonly forge: Forge;
  readonly position: Position;
  readonly files: ContentFiles;
  readonly now: string;
  /** The page of a matter on the forge, if any. */
  readonly pageOf?: (matter: string) => string | null;
}

/** Tells people elsewhere what happened in a game. Returns a sentence for each receiver that can't be reached. */
export type Teller = (game: GameToTell) => Promise<readonly string[]>;

/** The teller that the environment asks for, or null, and what is wrong with the environment's settings for it. */
export type FindTeller = (environment: Environment) => Promise<{
  readonly teller: Teller | null;
  readonly problems: readonly string[];
}>;

export async function findTellers(
  finders: readonly FindTeller[],
  environment: Environment,
): Promise<{ readonly tellers: readonly Teller[]; readonly problems: readonly string[] }> {
  const found = await Promise.all(finders.map((find) => find(environment)));
  return {
    tellers: found.flatMap(({ teller }) => teller ?? []),
    problems: found.flatMap(({ problems }) => problems),
  };
}
