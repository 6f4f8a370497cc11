import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import type { DurationUnit } from '../kernel/durations.ts';
import type { Problem } from './problem.ts';
import type { FlatText } from './flatten.ts';
import type { Range } from './term-edit.ts';

/** A text without any of these contains no bare web or mail address. */
const ADDRESS = /@|www\.|https?:/i;
/** A text without any of these either has no GFM: no table, footnote, task or strikethrough. */
const OF_GFM = /[|~]|:-|-:|\[\^|\[\s*x?\s*\]/i;

/** Complete GFM, without the second search for addresses. */
export const parser = unified().use(remarkParse).use(remarkGfm).use(withoutSecondParse);
const withoutAddresses = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(withoutSecondParse)
  .use(withoutAddressesInText);
const plain = unified().use(remarkParse);

/**
 * Parses like `parser`, but faster. Searching every letter for an address takes more than half of the time, and few rules have one, so
 * extensions that a text can't need are left out.
 */
export function parseMarkdown(text: string): Root {
  if (ADDRESS.test(text)) return parser.parse(text);
  return (OF_GFM.test(text) ? withoutAddresses : plain).parse(text);
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

const ADDRESSES: readonly (string | undefined)[] = ['emailAutolink', 'protocolAutolink', 'wwwAutolink'];

function withoutAddressesInText(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = (data.micromarkExtensions ?? []).flat().map((extension) => {
    const text: NonNullable<typeof extension.text> = {};
    for (const [code, constructs] of Object.entries(extension.text ?? {})) {
      const wanted = [constructs ?? []].flat().filter(({ name }) => !ADDRESSES.includes(name));
      if (wanted.length > 0) text[code] = wanted;
    }
    return { ...extension, text };
  });
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
