import type { Fields } from '../../kernel/state.ts';
import type { GameRead } from '../read-game.ts';

/** One dynasty is over, and another begins. */
export interface Opening {
  /** The number of the one that is over. */
  readonly ended: number;
  readonly begun: number;
}

/**
 * Whether something that was done opens a dynasty: its number has grown since the last opening, and no interregnum is
 * left. Of a dynasty the engine knows what its rules track under `number` and `interregnum`, and no more.
 */
export function openingBetween(read: GameRead, after: Fields): Opening | null {
  const begun = after['number'];
  const before = read.state?.dynasty ?? {};
  if (typeof begun !== 'number' || after['interregnum'] === true) return null;
  const known = read.facts.dynasty?.number;
  const isOpen = before['interregnum'] !== true && before['number'] === begun;
  const ended = known ?? begun - 1;
  return isOpen || begun <= ended ? null : { ended, begun };
}
