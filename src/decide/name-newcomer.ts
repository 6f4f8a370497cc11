import type { Person } from '../forge/events.ts';
import type { Table } from './table.ts';

/** Whether an account has no player yet: to be asked before what it did is taken in. */
export function isNewcomer(table: Table, person: Person | null): person is Person {
  return person !== null && table.people[person.id] === undefined;
}

/**
 * Rules call somebody new by their id; where they took the person in, it is by the name that the forge shows from then
 * on, unless another has it already. Later the name changes by the rules alone.
 */
export function nameNewcomer(table: Table, { id: account, name }: Person): void {
  const { play } = table.open;
  const id = table.people[account];
  const shown = name.trim();
  if (id === undefined || shown === '' || shown === id || play.model.fields['player']?.['name'] === undefined)
    return;
  const { players } = play.state();
  const taken = Object.entries(players).some(
    ([other, one]) => other !== id && (one['name'] === shown || other === shown),
  );
  if (players[id]?.['name'] === id && !taken) play.sandbox.assume(`players.${id}.name`, shown);
}
