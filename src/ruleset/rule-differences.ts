import { diffArrays } from 'diff';
import type { Terms } from '../kernel/manifest.ts';
import { readNumber } from '../kernel/number-words.ts';
import { sameValue } from '../kernel/values.ts';
import { promiseTexts } from '../promises/read-promises.ts';
import type { FlatLocated } from './parse-markdown.ts';
import { readMarkdownFile } from './front-matter.ts';
import { saidRows } from './rows-in-words.ts';
import { LIMITS, readRuleFile } from './rule-file.ts';

/** Something that the engine reads from a rule's file, before and after a change; undefined if it is absent. */
export interface RuleDifference {
  /** True for a front-matter key. Otherwise it is a live value, a table row, or a list item. */
  readonly isAbout: boolean;
  /** The key, or the name in the link; empty for a row that is told in words. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** All differences between two texts of a rule's file that the engine sees. */
export function ruleDifferences(
  before: string | null,
  after: string | null,
  terms: Terms,
): readonly RuleDifference[] {
  // An added or removed rule is called by its title anyway, and its place is that of its number.
  const said = before === null || after === null ? ['title', 'order'] : [];
  const about = (text: string | null): ReadonlyMap<string, Rows> =>
    new Map(
      Object.entries(text === null ? {} : readMarkdownFile('', text, LIMITS).data)
        .filter(([key]) => !said.includes(key))
        .map(([key, value]) => [key, [value]]),
    );
  return [
    ...differences(about(before), about(after), true),
    ...differences(named(before), named(after), false),
    ...pairsOf(saidRows(before, terms), saidRows(after, terms)).map(([old, now]) => {
      // Rows that read alike are told cell by cell.
      const shown = old?.said === now?.said ? 'cells' : 'said';
      return { isAbout: false, name: '', before: old?.[shown], after: now?.[shown] };
    }),
  ];
}

type Rows = readonly unknown[];

/** With the unit that follows it: `36 hours`. */
function textOf({ text, unit }: FlatLocated): string {
  const number = unit === undefined ? null : readNumber(text);
  return number === null ? text : `${text} ${unit}${number === 1 ? '' : 's'}`;
}

/** Live values, table rows with their heads, list items and promises. The names of each kind are separate. */
function named(text: string | null): ReadonlyMap<string, Rows> {
  if (text === null) return new Map();
  const { parse, body } = readRuleFile('', text);
  const { values, tables, lists } = parse;
  const promises = promiseTexts(body);
  const inRow = (cells: readonly string[]): string => cells.join(' | ');
  return new Map<string, Rows>([
    ...Object.entries(values).map(([name, one]) => [`value:${name}`, [textOf(one)]] as const),
    ...Object.entries(tables).map(
      ([name, { columns, rows }]) =>
        [`table:${name}`, [columns, ...rows.map((row) => row.map((cell) => cell.text))].map(inRow)] as const,
    ),
    ...Object.entries(lists).map(
      ([name, { items }]) => [`list:${name}`, items.map((item) => item.text)] as const,
    ),
    ...(promises.length > 0 ? [['promise:promise', promises] as const] : []),
  ]);
}

function differences(
  before: ReadonlyMap<string, Rows>,
  after: ReadonlyMap<string, Rows>,
  isAbout: boolean,
): readonly RuleDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    // Adding or removing even an empty list is a difference.
    const pairs = was && is ? pairsOf(was, is) : [[inOne(was), inOne(is)] as const];
    const name = isAbout ? key : key.replace(/^\w+:/u, '');
    return pairs.map(([old, now]) => ({ isAbout, name, before: old, after: now }));
  });
}

function inOne(rows: Rows | undefined): unknown {
  return rows === undefined ? undefined : rows.length === 1 ? rows[0] : rows.join('; ');
}

/** Pairs each removed row with an added one at the same place, as far as there are enough. */
function pairsOf<T>(
  before: readonly T[],
  after: readonly T[],
): readonly (readonly [T | undefined, T | undefined])[] {
  const parts = diffArrays([...before], [...after], { comparator: sameValue });
  return parts.flatMap(
    ({ added, removed, value }, at): readonly (readonly [T | undefined, T | undefined])[] => {
      const [previous, next] = [parts[at - 1], parts[at + 1]];
      if (removed && next?.added === true) {
        const most = Math.max(value.length, next.value.length);
        return Array.from({ length: most }, (_, row) => [value[row], next.value[row]]);
      }
      if (removed) return value.map((one) => [one, undefined]);
      return added && previous?.removed !== true ? value.map((one) => [undefined, one]) : [];
    },
  );
}
