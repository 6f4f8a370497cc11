import type { Temper } from './habits.ts';

/** Who plays in the sample game. All of them are invented, and so is everything that they say. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly temper: Temper;
  readonly admin?: true;
  readonly emperor?: true;
  /** On which day of the dynasty they ask to join, where they are not there from its beginning. */
  readonly joins?: number;
  /** From and until which day nothing is heard of them. */
  readonly away?: readonly [number, number];
  /** Idle since before the dynasty. */
  readonly ancient?: true;
}

export const CAST: readonly Member[] = [
  { id: 'ada', name: 'Ada', temper: 'architect', admin: true },
  { id: 'bertil', name: 'Bertil', temper: 'engraver' },
  { id: 'chidi', name: 'Chidi', temper: 'schemer' },
  { id: 'dagny', name: 'Dagny', temper: 'recluse', emperor: true },
  { id: 'emeka', name: 'Emeka', temper: 'reckless' },
  { id: 'freya', name: 'Freya', temper: 'recluse' },
  { id: 'goro', name: 'Goro', temper: 'architect', away: [8, 99] },
  { id: 'hana', name: 'Hana', temper: 'engraver' },
  { id: 'imre', name: 'Imre', temper: 'schemer', admin: true },
  { id: 'joana', name: 'Joana', temper: 'recluse', away: [12, 19] },
  { id: 'kwame', name: 'Kwame', temper: 'architect', joins: 6 },
  { id: 'lena', name: 'Lena', temper: 'reckless', joins: 17 },
  { id: 'ximena', name: 'Ximena', temper: 'recluse', ancient: true },
];

export const EMPEROR = 'dagny';
export const ADMIN = 'ada';
