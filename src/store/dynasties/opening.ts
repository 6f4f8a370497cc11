import type { Fields } from '../../kernel/state.ts';
import type { GameRead } from '../read-game.ts';

/** A dynasty has ended and another begins. */
export interface Opening {
  /** The number of the dynasty that ended. */
  readonly ended: number;
  readonly begun: number;
}

/**
 * The opening of a dynasty, if an action caused one: the number has grown since the last opening, and no interregnum is left. The engine
 * knows only the variables `number` and `interregnum` of a dynasty.
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
