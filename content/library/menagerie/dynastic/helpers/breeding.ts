import { optional, text, type Game } from 'gitnomic/rules';
import type { Creature } from './creatures.ts';
import { ask, type Owner, stableOf } from './owners.ts';

export interface Breeding {
  readonly breeder: Owner;
  readonly from: string;
  readonly stock: string;
  readonly add: string | null;
  readonly drop: string | null;
  readonly release: string | null;
}

export interface Bred {
  readonly cost: number;
  /** The breeder's stable afterwards. */
  readonly stable: readonly Creature[];
}

/** What breeding asks for, whoever takes it. */
export const breedingWith = {
  from: text({ from: 'players', about: 'Whose stable the stock is in' }),
  stock: text({ about: 'The creature to breed after, such as winged duck' }),
  add: optional(text({ from: 'qualities' }), { about: 'A quality more than the stock' }),
  drop: optional(text({ from: 'qualities' }), { about: 'Or a quality less' }),
  release: optional(text(), { about: 'A creature of yours that makes room' }),
};

/** Works out what a breeding would cost and leave, or refuses it. */
export function prepareBreeding(game: Game, breeding: Breeding): Bred {
  return ask(game, 'breeding', breeding, { cost: 0, stable: stableOf(breeding.breeder) });
}

export function breed(game: Game, breeding: Breeding): void {
  const { cost, stable } = prepareBreeding(game, breeding);
  if (cost > 0) breeding.breeder.spend('food', cost);
  breeding.breeder.set({ stable });
}
