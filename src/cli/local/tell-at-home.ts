import type { Game } from '../../host/game.ts';
import { findTellers } from '../../host/tellers.ts';
import { withPosition } from '../../seat/read-table.ts';
import type { Context } from '../command.ts';

/** Tells people elsewhere about a game on this machine; returns messages about those who could not be told. */
export async function tellAtHome(
  game: Game,
  { addons, environment }: Pick<Context, 'addons' | 'environment'>,
): Promise<readonly string[]> {
  const finders = addons.flatMap(({ findTeller }) => findTeller ?? []);
  const { tellers, problems } = await findTellers(finders, environment);
  if (tellers.length === 0 || game.played !== 'here') return problems;
  const { forge } = game;
  const files = await game.content();
  return withPosition(game, async (position) => {
    const about = { forge, position, files, now: game.now() };
    return (await Promise.all(tellers.map((tell) => tell(about)))).flat();
  });
}
