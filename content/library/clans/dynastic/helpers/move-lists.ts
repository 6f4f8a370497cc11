import type { Game, Person } from 'gitnomic/rules';
import { isFighting } from './duel.ts';
import type { Duel } from './duel.ts';
import type { MoveRow } from './moves.ts';
import { idOf } from './words.ts';

type Duelling = Pick<Game, 'submissions'>;

/** The moves that everybody has, and those of Weapons. */
export interface MoveTable {
  readonly basic: readonly MoveRow[];
  readonly weapons: readonly MoveRow[];
}

/** The last list that somebody sent, where it is a valid one. */
export function listOf(
  g: Duelling,
  duel: Duel,
  person: Person,
  { basic, weapons, listLength }: MoveTable & { readonly listLength: number },
): readonly string[] | null {
  const sent = g
    .submissions('combat-moves', { duel })
    .filter(({ by }) => by.is(person))
    .at(-1);
  const moves = sent?.values?.['moves'] as readonly string[] | undefined;
  if (moves === undefined || moves.length !== listLength) return null;
  const brought = duel.brought[person.id] ?? [];
  const known = [
    ...basic.map(({ move }) => move),
    ...weapons.map(({ move }) => move).filter((move) => brought.includes(move)),
  ];
  const list = moves.map(idOf);
  return list.every((move) => known.includes(move)) ? list : null;
}

/** Lists that were sent are not to be used, or not again. */
export function voidLists(g: Duelling, duel: Duel, people: readonly Person[]): void {
  for (const list of g.submissions('combat-moves', { duel }))
    if (people.some((person) => person.is(list.by))) list.use();
  duel.sealed = duel.sealed.filter((one) => !people.some((person) => person.is(one)));
}

/** Why somebody may not send a list for this duel now, or null. */
export function whyNoList(duel: Duel, person: Person): string | null {
  if (isFighting(duel) && duel.combatants.some((one) => one.is(person))) return null;
  if (duel.status === 'open' && person.is(duel.prepared)) return null;
  return `${person.label} is no combatant of this duel, nor prepared to be one`;
}
