import type { Problem } from './problem.ts';
import type { FlatText } from './flatten.ts';
import type { Range } from './term-edit.ts';

export interface FlatLocated extends FlatText {
  readonly line: number;
}

export interface NamedList {
  readonly line: number;
  readonly items: readonly FlatLocated[];
  /** Where the list stands in the body. */
  readonly range: Range;
  /** Where each item stands in the body, its marker included. */
  readonly itemRanges: readonly Range[];
}

export interface NamedTable {
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly FlatLocated[])[];
}

/** Markup around a text that is shown: `[48](#value:window)`, an ordinary link, `**bold**`. */
export interface Wrap extends Range {
  readonly kind: 'live' | 'link' | 'mark';
  /** Where its text begins and ends. */
  readonly text: Range;
}

/** The result of one parse of a rule's body: everything that any reader of the body needs. */
export interface BodyParse {
  readonly values: Readonly<Record<string, FlatLocated>>;
  readonly tables: Readonly<Record<string, NamedTable>>;
  readonly lists: Readonly<Record<string, NamedList>>;
  /** Where the source has markup that a reader doesn't see. */
  readonly wraps: readonly Wrap[];
  /** Pieces in which no word is replaced: code, link targets, HTML, the parentheses of the list of terms. */
  readonly kept: readonly Range[];
  readonly problems: readonly Problem[];
}
