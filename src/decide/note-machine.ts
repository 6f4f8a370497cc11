import type { Person } from '../forge/events.ts';
import type { Position } from './position.ts';

/**
 * Records a program that acts for a player before its act is taken in. If rules declare a boolean `machine` for
 * players, they find it there. Only a matter resets it, since the next line doesn't show who wrote it.
 */
export function noteMachine(
  { accounts, open: { play } }: Pick<Position, 'accounts' | 'open'>,
  who: Person,
): void {
  if (!who.bot) return;
  const id = accounts.lookUp(who);
  const data = play.state().players[id];
  if (data === undefined) return;
  accounts.machines.add(id);
  const isAsked = play.model.fields['player']?.['machine']?.type.kind === 'boolean';
  if (isAsked && data['machine'] !== true) play.sandbox.assume(`players.${id}.machine`, true);
}
