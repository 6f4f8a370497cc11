/** The source of chance. The kernel has none of its own. */
export interface Chance {
  /** A public roll from 1 to `size`, uniform. If it chooses among options, these are their names. */
  dice(size: Count, names: readonly unknown[]): Count;
  /** A secret choice. Returns the index of one of the options, which are given by name; labels are other names for them. */
  secret(options: readonly unknown[], labels: readonly unknown[]): number;
}

export interface Draw {
  readonly kind: 'dice' | 'secret';
  readonly size: Count;
  readonly result: unknown;
}

/** For reading a game, when nothing may be drawn. */
export const noChance: Chance = {
  dice: () => {
    throw new Error('nothing can be rolled while the game is only read');
  },
  secret: () => {
    throw new Error('nothing can be drawn while the game is only read');
  },
};

/** A whole number from 0. It is a string of digits if a number can't hold it exactly, as with the sides of a huge die. */
export type Count = number | string;

export function countOf(value: bigint): Count {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

export function isCount(value: unknown): value is Count {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'string' && /^[1-9]\d{0,99}$/.test(value) && countOf(BigInt(value)) === value;
}
