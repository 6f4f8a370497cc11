import type { Person } from '../forge/events.ts';
import type { Position } from './position.ts';

/**
 * Rules call somebody new by their id; where they took the person in, it is by the name that the forge shows from then
 * on, unless another has it already. Later the name changes by the rules alone.
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
