/**
 * What a row of a table does. `src/tables` compiles each row of a mechanic's table to one of these objects, and `tables` makes a clause of
 * them, like one that somebody wrote by hand.
 */
import type { Type } from '../types.ts';
import type { Frequency } from '../../kernel/definition.ts';
import type { Person } from '../world.ts';
import type { Exact, Rounding } from './exact.ts';
import type { RowMoment } from './moment.ts';

/** A variable that every player, the game or every proposal has. */
export interface VariableRow {
  readonly row: 'variable';
  readonly of: 'player' | 'game' | 'post';
  readonly name: string;
  readonly type: Type;
}

/** A value that is computed from others whenever somebody asks. */
export interface Worth {
  readonly row: 'worth';
  readonly of: 'player' | 'game';
  readonly id: string;
  readonly title: string;
  readonly returns: Type;
  readonly is: (e: RowMoment) => unknown;
}

/** What a row does to one person, the game or the matter: a variable changes `by` so much, or `to` a value. */
export interface Effect {
  readonly of?: 'game' | 'matter' | ((e: RowMoment) => Person | null);
  readonly name?: string;
  /** One of these variables, at random. */
  readonly among?: readonly string[];
  readonly by?: (e: RowMoment) => Exact;
  readonly to?: (e: RowMoment) => unknown;
  readonly rounded?: Rounding;
  /** All whom the row names share the amount. */
  readonly isShared?: boolean;
  readonly does?: 'win' | 'end-turn';
  /** A question of a clause, which does something to the person. */
  readonly asks?: string;
  /** The least and most that the variable may be. A change stops there. */
  readonly least?: number | null;
  readonly most?: number;
}

export interface UseLimit {
  readonly times: number;
  readonly per: 'turn' | 'round' | 'day' | 'week' | 'month' | 'quarter' | 'game';
  /** The variable that counts. */
  readonly count: string;
  /** Unused rights are carried over to the next period. */
  readonly isKept?: boolean;
}

/** What happens when something else does. */
export interface When {
  readonly row: 'when';
  readonly on: string;
  readonly fits?: (e: RowMoment) => boolean;
  readonly who: (e: RowMoment) => readonly (Person | null)[];
  readonly holds?: (e: RowMoment) => boolean;
  readonly gets: readonly Effect[];
  readonly limit?: UseLimit;
  /** It happens so many times. */
  readonly times?: (e: RowMoment) => Exact;
  /** It is measured once the other rows have been paid. */
  readonly isLast?: boolean;
  /** Titles of rules whose rows don't count where this one does. */
  readonly instead?: readonly string[];
  /** It counts only with the vote that writes this text. */
  readonly onlyWith?: string;
  /** It happens when a variable gets there, and again after it has been elsewhere. */
  readonly reach?: {
    readonly of: 'player' | 'game';
    readonly is: (e: RowMoment) => boolean;
    readonly memory: string;
    /** A variable of the game that counts how often rows that set each other off were stopped. */
    readonly stopped?: string;
  };
  /** It happens at a set time. */
  readonly time?: { readonly title: string; readonly at: (words: { readonly from: string }) => string };
}

/** Something that people may do. */
export interface Moves {
  readonly row: 'move';
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly sentence?: string;
  readonly by: 'player' | 'emperor' | 'admin' | 'anybody';
  readonly with: Readonly<Record<string, Type>>;
  readonly needs: readonly { readonly text: string; readonly holds: (e: RowMoment) => boolean }[];
  readonly pays: readonly {
    readonly name: string;
    readonly title: string;
    readonly by: (e: RowMoment) => Exact;
  }[];
  readonly gets: readonly Effect[];
  readonly limit?: UseLimit;
  /** It is a Daily Action, or another of those whose limits the rules of the game set. */
  readonly frequency?: Frequency;
}

/** Something that nobody may do while something is so. */
export interface Forbids {
  readonly row: 'forbids';
  readonly hook: 'may-vote' | 'may-alter' | 'may-post' | 'may-take' | 'may-change';
  /** The kind of post, or the action. */
  readonly what: string;
  readonly why: string;
  readonly holds: (e: RowMoment) => boolean;
}

/** How many votes a proposal needs. */
export interface Needs {
  readonly row: 'needs';
  readonly votes: (e: RowMoment) => Exact;
  readonly holds: (e: RowMoment) => boolean;
}

export type MechanicRow = VariableRow | Worth | When | Moves | Forbids | Needs;
