/**
 * The meaning of a table's row. `src/tables` compiles each row of a mechanic's table to one of these objects, and `tables` makes a clause
 * of them that works like a handwritten one.
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

/** A value that is computed from others on demand. */
export interface Worth {
  readonly row: 'worth';
  readonly of: 'player' | 'game';
  readonly id: string;
  readonly title: string;
  readonly returns: Type;
  readonly is: (e: RowMoment) => unknown;
}

/** The effect of a row on one person, the game or the matter: a variable changes `by` an amount, or is set `to` a value. */
export interface Effect {
  readonly of?: 'game' | 'matter';
  /** Other people than those of the row, whose own values its formulas read. */
  readonly who?: (e: RowMoment) => readonly (Person | null)[];
  /** The people who give it, as far as they have it. */
  readonly from?: (e: RowMoment) => readonly (Person | null)[];
  readonly name?: string;
  /** One of these variables is chosen at random. */
  readonly among?: readonly string[];
  readonly by?: (e: RowMoment) => Exact;
  readonly to?: (e: RowMoment) => unknown;
  readonly rounded?: Rounding;
  /** True if everybody whom the row names shares the amount. */
  readonly isShared?: boolean;
  readonly does?: 'win' | 'end-turn';
  /** A question that a clause answers by doing something to the person. */
  readonly asks?: string;
  /** The limits of the variable. A change stops there. */
  readonly least?: number | null;
  readonly most?: number;
}

export interface UseLimit {
  readonly times: number;
  readonly per: 'turn' | 'round' | 'day' | 'week' | 'month' | 'quarter' | 'game';
  /** The variable that counts. */
  readonly count: string;
  /** Unused rights are carried over to the next period. */
  readonly isCarriedOver?: boolean;
  /** All players share it. */
  readonly isInAll?: boolean;
}

/** An effect that follows from an event. */
export interface When {
  readonly row: 'when';
  readonly on: string;
  readonly fits?: (e: RowMoment) => boolean;
  readonly who: (e: RowMoment) => readonly (Person | null)[];
  readonly holds?: (e: RowMoment) => boolean;
  readonly gets: readonly Effect[];
  readonly limit?: UseLimit;
  /** The number of times that it happens. */
  readonly times?: (e: RowMoment) => Exact;
  /** True if it is measured only after the other rows have been paid. */
  readonly isLast?: boolean;
  /** Titles of rules whose rows this one replaces. */
  readonly instead?: readonly string[];
  /** The text of the only vote with which it counts. */
  readonly onlyWith?: string;
  /** It happens when a variable gets there, and again after the variable has left and come back. */
  readonly reach?: {
    readonly of: 'player' | 'game';
    readonly is: (e: RowMoment) => boolean;
    readonly memory: string;
    /** A variable of the game that counts how often rows that trigger each other were stopped. */
    readonly stopped?: string;
  };
  /** It happens at a set time. */
  readonly time?: { readonly title: string; readonly at: (words: { readonly from: string }) => string };
}

export interface Moves {
  readonly row: 'move';
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly sentence?: string;
  readonly by: 'player' | 'emperor' | 'admin' | 'anybody';
  readonly with: Readonly<Record<string, Type>>;
  readonly needs: readonly {
    readonly text: (e: RowMoment) => string;
    readonly holds: (e: RowMoment) => boolean;
  }[];
  readonly pays: readonly {
    readonly name: string;
    readonly title: string;
    readonly by: (e: RowMoment) => Exact;
  }[];
  readonly gets: readonly Effect[];
  readonly limit?: UseLimit;
  /** The frequency of a Daily Action or the like, whose limits the rules define. */
  readonly frequency?: Frequency;
}

/** Something that nobody may do under a condition. */
export interface Forbids {
  readonly row: 'forbids';
  readonly hook: 'may-vote' | 'may-alter' | 'may-post' | 'may-take' | 'may-change';
  /** The kind of post, or the action. */
  readonly what: string;
  readonly why: string;
  readonly holds: (e: RowMoment) => boolean;
}

export interface Needs {
  readonly row: 'needs';
  readonly votes: (e: RowMoment) => Exact;
  readonly holds: (e: RowMoment) => boolean;
}

export type MechanicRow = VariableRow | Worth | When | Moves | Forbids | Needs;
