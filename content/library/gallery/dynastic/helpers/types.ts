import type { Person } from 'gitnomic/rules';

/** A valid piece of art before it has an id. */
export interface SentPiece {
  /** `ana` for a player's own submission, `ana/1` … for their extra spaces. */
  readonly handle: string;
  readonly by: Person;
  readonly title: string;
  readonly image: string;
  readonly source: string;
}

/** A valid ballot: the ids of three pieces, the best first. */
export interface Ballot {
  readonly by: Person;
  readonly art: readonly string[];
}

/** What came of the purchases of one summary. */
export interface Bought {
  readonly art: SentPiece[];
  readonly bonuses: { readonly to: Person; readonly points: number }[];
  readonly glasses: { readonly to: Person; readonly about: Person }[];
}

export interface Display {
  readonly art: string;
  readonly buyer: Person;
  readonly price: number;
}

export interface Totaled {
  readonly scrupulous: readonly Person[];
  readonly ranking: readonly Person[];
  readonly displays: readonly Display[];
  /** The scores as a table. */
  readonly summary: string;
}

/** What the sender of an invalid submission is told. */
export interface Problem {
  readonly by: Person;
  readonly submission: string;
  readonly problem: string;
}
