import type { Environment, Game } from '../host/game.ts';
import { withPosition } from './read-table.ts';
import { readAddresses } from '../notices/addresses.ts';

/** Sends notices to receivers elsewhere about a game on this machine; returns messages about those that failed. */
export async function tellAtHome(game: Game, environment: Environment): Promise<readonly string[]> {
  const { addresses, problems } = readAddresses(environment['GITNOMIC_NOTICES']);
  if (addresses === null || game.played !== 'here') return problems;
  // Loaded on demand: the code for mail is large, and most games send none.
  const { tellElsewhere } = await import('../notices/tell-elsewhere.ts');
  const { forge } = game;
  const files = await game.content();
  return withPosition(game, (position) =>
    tellElsewhere({ forge, position, files, now: game.now(), addresses }),
  );
}
