import type { Person } from '../forge/events.ts';
import type { Position } from './position.ts';

/**
 * A player for whom a program acts is noted down as a machine before what it does is taken in. Rules that declare a player’s
 * boolean `machine` find it there, and can ask. Only a matter sets it back: who writes the next line can’t be told from it.
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
