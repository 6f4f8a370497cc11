import type { Count } from './count.ts';

/** Where chance comes from. The kernel is given one; it has none of its own. */
export interface Chance {
  /** A public roll: 1 to `size`, uniform. Where it chooses among options their names go with it. */
  dice(size: Count, names: readonly unknown[]): Count;
  /** A secret choice: the place, from 0, of one of the options, which are told by name; labels are what else they are called. */
  secret(options: readonly unknown[], labels: readonly unknown[]): number;
}

/** A draw as the ledger keeps it. */
export interface Draw {
  readonly kind: 'dice' | 'secret';
  readonly size: Count;
  readonly result: unknown;
}

/** For reading a game, where nothing may be drawn. */
export const noChance: Chance = {
  dice: () => {
    throw new Error('nothing can be rolled while the game is only read');
  },
  secret: () => {
    throw new Error('nothing can be drawn while the game is only read');
  },
};
