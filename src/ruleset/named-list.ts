import type { FlatLocated } from './parse-markdown.ts';
import type { Range } from './term-edit.ts';

/** The list whose items state, in parentheses, the plain word for each term. */
export const TERM_LIST = 'terms';

/** The only item of an empty list, since Markdown has no empty lists. */
export const NO_ITEMS = '*none*';

export function isNone(items: readonly FlatLocated[]): boolean {
  return items.length === 1 && /^\(?none\)?\.?$/i.test(items[0]?.text ?? '');
}

export function parenthesesIn(body: string, { start, end }: Range): readonly Range[] {
  return [...body.slice(start, end).matchAll(/\([^()\n]*\)/g)].map((found) => ({
    start: start + found.index,
    end: start + found.index + found[0].length,
  }));
}
