import type { Person } from '../forge/events.ts';
import type { Position } from './position.ts';

/**
 * Rules know newcomers by id. Once the rules let somebody in, they get the name that the forge shows, unless another
 * player has it. Later only the rules change the name.
 */
export function nameNewcomer(
  { accounts, open: { play } }: Pick<Position, 'accounts' | 'open'>,
  { id: account, name }: Person,
): void {
  const id = accounts.known(account);
  const shown = name.trim();
  if (id === null || shown === '' || shown === id || play.model.fields['player']?.['name'] === undefined)
    return;
  const { players } = play.state();
  const taken = Object.entries(players).some(
    ([other, one]) => other !== id && (one['name'] === shown || other === shown),
  );
  if (players[id]?.['name'] === id && !taken) play.sandbox.assume(`players.${id}.name`, shown);
}
