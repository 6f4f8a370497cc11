import type { GameRead } from './read-game.ts';
import type { State } from '../kernel/state.ts';

/** Finds the Admins by the variable that the rules track, so that a player who lost it by play has lost all its rights. */
export function adminsIn({ players }: Pick<State, 'players'>): readonly string[] {
  return Object.entries(players).flatMap(([id, fields]) => (fields['admin'] === true ? [id] : []));
}

/** Before anything has been tracked those count that game.yml began with. */
export function adminsOf({ state, game }: Pick<GameRead, 'state' | 'game'>): readonly string[] {
  return state === null ? (game.admins ?? []) : adminsIn(state);
}
