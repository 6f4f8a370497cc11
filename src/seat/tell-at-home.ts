import type { Environment, Game } from '../host/game.ts';
import { withPosition } from './read-table.ts';
import { readAddresses } from '../notices/addresses.ts';

/** Tells receivers elsewhere of a game on this machine; gives what is to be said of those that can't be told. */
export async function tellAtHome(game: Game, environment: Environment): Promise<readonly string[]> {
  const { addresses, problems } = readAddresses(environment['GITNOMIC_NOTICES']);
  if (addresses === null || game.played !== 'here') return problems;
  // Mail brings much code with it, which nobody needs who tells nobody.
  const { tellElsewhere } = await import('../notices/tell-elsewhere.ts');
  const { forge } = game;
  const files = await game.content();
  return withPosition(game, (position) =>
    tellElsewhere({ forge, position, files, now: game.now(), addresses }),
  );
}
