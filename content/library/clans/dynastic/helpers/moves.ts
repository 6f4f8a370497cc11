import { idOf } from './words.ts';

/** What the tables say of one Combat Move, a Weapon or not. */
export interface MoveRow {
  readonly move: string;
  readonly beats: readonly string[];
  readonly crushes: readonly string[];
  readonly beatenBy: readonly string[];
  readonly crushedBy: readonly string[];
  readonly disarmedBy: readonly string[];
}

/** A Combat Move as it was made. */
export interface Made {
  readonly row: MoveRow;
  readonly combo: boolean;
}

export type Effect = 'beats' | 'crushes' | 'disarms';

/** Whether a word of the tables means this move: `kick`, `any combo`, `combo kick`, `lone counter`. */
function means(word: string, { row, combo }: Made): boolean {
  const id = idOf(word);
  if (id === 'any-combo') return combo;
  if (id === `combo-${row.move}`) return combo;
  if (id === `lone-${row.move}`) return !combo;
  return id === row.move;
}

/** What one move does to the user of the other; null where it does nothing. */
export function effectOf(mine: Made, theirs: Made): Effect | null {
  const names = (words: readonly string[], made: Made): boolean => words.some((word) => means(word, made));
  if (names(mine.row.crushes, theirs) || names(theirs.row.crushedBy, mine)) return 'crushes';
  if (names(theirs.row.disarmedBy, mine)) return 'disarms';
  return names(mine.row.beats, theirs) || names(theirs.row.beatenBy, mine) ? 'beats' : null;
}
