/** The words of formulas that stand for signs and functions, and other ways to say the same. */
import type { Rounding } from '../rules/rows/exact.ts';

/** The words of comparisons: `is at least`, `are not`, `more than`. */
export const COMPARISONS: readonly (readonly [words: string, sign: string])[] = [
  ...['is', 'are', ''].flatMap((verb) =>
    Object.entries({
      '>=': ['at least', 'not below', 'not under', 'not less than', 'no less than'],
      '<=': ['at most', 'not above', 'not over', 'not more than', 'no more than'],
      '>': ['more than', 'greater than', 'above', 'over'],
      '<': ['less than', 'fewer than', 'below', 'under'],
    }).flatMap(([sign, all]) => all.map((words) => [`${verb} ${words}`.trim(), sign] as const)),
  ),
  ['exceeds', '>'],
  ['exceed', '>'],
  ['equals', '='],
  ['equal', '='],
  ['is not', '!='],
  ['are not', '!='],
  ['is', '='],
  ['are', '='],
];

export const AGGREGATES: Readonly<Record<string, readonly string[]>> = {
  most: ['most', 'highest', 'greatest'],
  fewest: ['fewest', 'least', 'lowest', 'smallest'],
  total: ['total', 'sum of'],
  average: ['average'],
  rank: ['rank in'],
};

/** Filler words without a meaning. */
export const FILLERS: ReadonlySet<string> = new Set(
  'a an the their its his her they it has have of is are'.split(' '),
);

export const OF_TWO: Readonly<Record<string, readonly string[]>> = {
  largest: ['max', 'the larger', 'the higher', 'the greater'],
  least: ['min', 'the smaller', 'the lower', 'the lesser'],
};

/** Functions of one number, `$`. */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  'times(rows.fraction(1n, 2n), $)': ['half'],
  'times($, 2)': ['twice', 'double'],
  'root($)': ['square root of'],
};

export const DICE: Readonly<Record<string, string>> = {
  'without the lowest': 'lowest: 1',
  'without the highest': 'highest: 1',
  'again on the highest face': 'again: true',
};

const ROUNDING =
  /,? *\(?(?:round(?:ed|ing)? (up|down)|(?:round(?:ed|ing)? )?to the nearest(?: integer| whole number| one)?)\)?$/iu;

/** `Coins / 2, rounded up` → the sum, and how it is rounded; null if no word says so. */
export function roundingIn(text: string): { readonly sum: string; readonly rounded: Rounding | null } {
  const [end, way = 'nearest'] = ROUNDING.exec(text) ?? [];
  // Such words in brackets round a part of the sum.
  return end === undefined || (end.endsWith(')') && !end.includes('('))
    ? { sum: text, rounded: null }
    : { sum: text.slice(0, -end.length).trim(), rounded: way.toLowerCase() as Rounding };
}

export const SAME: readonly (readonly [said: RegExp, meant: string])[] = [
  [/ ?per ?cent\b/giu, '%'],
  [/\b(?:did not|didn't|has not|have not) vote(?:d)?\b/giu, 'not voted'],
  [/^its author$/giu, 'is its author'],
];
