import type { DurationUnit } from '../kernel/durations.ts';
import type { Problem } from './problem.ts';
import type { FlatText } from './flatten.ts';
import type { Range } from './term-edit.ts';

export interface FlatLocated extends FlatText {
  readonly line: number;
  /** The unit of time that follows a live value. */
  readonly unit?: DurationUnit;
}

export interface NamedList {
  readonly line: number;
  readonly items: readonly FlatLocated[];
  /** The range of the list in the body. */
  readonly range: Range;
  /** The range of each item in the body, including its marker. */
  readonly itemRanges: readonly Range[];
}

export interface NamedTable {
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly FlatLocated[])[];
}

/** Any table of a rule, named or not, with the words of its header. */
export interface PlainTable {
  readonly line: number;
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Markup around visible text: `[48](#value:window)`, an ordinary link, `**bold**`. */
export interface Wrap extends Range {
  readonly kind: 'live' | 'link' | 'mark';
  /** The range of its text. */
  readonly text: Range;
}

/** The result of parsing a rule's body, with everything that other code needs from it. */
export interface BodyParse {
  readonly values: Readonly<Record<string, FlatLocated>>;
  readonly tables: Readonly<Record<string, NamedTable>>;
  readonly lists: Readonly<Record<string, NamedList>>;
  /** All tables, in order. */
  readonly all: readonly PlainTable[];
  /** Markup in the source that readers don't see. */
  readonly wraps: readonly Wrap[];
  /** Ranges in which no word is replaced: code, link targets, HTML, the parentheses in the list of terms. */
  readonly kept: readonly Range[];
  readonly problems: readonly Problem[];
}
