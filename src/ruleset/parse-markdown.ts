import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import type { DurationUnit } from '../kernel/durations.ts';
import type { Problem } from './problem.ts';
import type { FlatText } from './flatten.ts';
import type { Range } from './term-edit.ts';

const parser = unified().use(remarkParse).use(remarkGfm).use(withoutSecondParse);

export function parseMarkdown(text: string): Root {
  return parser.parse(text);
}

/**
 * Addresses are found while a text is tokenized. GFM's extension searches each text again, which takes an eighth of the time and finds
 * nothing that matters here.
 */
function withoutSecondParse(this: Processor): void {
  const data = this.data();
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).flat().map((extension) => ({
    ...extension,
    transforms: [],
  }));
}

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
  readonly text: Range;
}

/** The result of parsing a rule's body, with everything that other code needs from it. */
export interface BodyParse {
  readonly values: Readonly<Record<string, FlatLocated>>;
  readonly tables: Readonly<Record<string, NamedTable>>;
  readonly lists: Readonly<Record<string, NamedList>>;
  readonly all: readonly PlainTable[];
  /** Markup in the source that readers don't see. */
  readonly wraps: readonly Wrap[];
  /** Ranges in which no word is replaced: code, link targets, HTML, the parentheses in the list of terms. */
  readonly verbatim: readonly Range[];
  readonly problems: readonly Problem[];
}
