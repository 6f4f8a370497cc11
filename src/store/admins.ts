import type { GameRead } from './read-game.ts';
import type { State } from '../kernel/state.ts';

/** Who is an Admin: what the rules track of each player, so that whoever lost it by play has lost all that comes with it. */
export function adminsIn({ players }: Pick<State, 'players'>): readonly string[] {
  return Object.entries(players).flatMap(([id, fields]) => (fields['admin'] === true ? [id] : []));
}

/** Before anything has been tracked those count that game.yml began with. */
export function adminsOf({ state, game }: Pick<GameRead, 'state' | 'game'>): readonly string[] {
  return state === null ? (game.admins ?? []) : adminsIn(state);
}
