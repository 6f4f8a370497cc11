import type { GameRead } from './read-game.ts';
import type { State } from '../kernel/state.ts';

/** Finds the Admins by a variable of the rules, so that a player who lost it by play has lost all its rights. */
export function adminsIn({ players }: Pick<State, 'players'>): readonly string[] {
  return Object.entries(players).flatMap(([id, fields]) => (fields['admin'] === true ? [id] : []));
}

/** Before the first commit the Admins are those that game.yml names. */
export function adminsOf({ state, game }: Pick<GameRead, 'state' | 'game'>): readonly string[] {
  return state === null ? (game.admins ?? []) : adminsIn(state);
}

/** True if Admins resolve matters. If no Admin is left, the engine takes over. */
export function isResolvedByHand(
  { resolution }: GameRead['game'],
  state: () => Pick<State, 'players'>,
): boolean {
  return resolution === 'by-admin' && adminsIn(state()).length > 0;
}
