import { diffArrays } from 'diff';
import { sameValue } from '../kernel/values.ts';
import { readMarkdownFile } from './front-matter.ts';
import { LIMITS, readRuleFile } from './rule-file.ts';

/** Something that the engine reads of a rule's file, as it was and as it would be; null if it is not there. */
export interface RuleDifference {
  /** True for a key of the front matter; else it is a live value, a row of a table, or an item of a list. */
  readonly isAbout: boolean;
  /** The key, or the name in the link. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Everything by which two texts of a rule's file differ for the engine, which reads them in the same way. */
export function ruleDifferences(before: string | null, after: string | null): readonly RuleDifference[] {
  // The front matter of a rule that comes or goes is not news for each key.
  const isSameRule = before !== null && after !== null;
  const about = (text: string | null): ReadonlyMap<string, Rows> =>
    new Map(
      isSameRule
        ? Object.entries(readMarkdownFile('', text ?? '', LIMITS).data).map(([key, value]) => [key, [value]])
        : [],
    );
  return [
    ...differences(about(before), about(after), true),
    ...differences(named(before), named(after), false),
  ];
}

type Rows = readonly unknown[];

/** Values, the rows of tables with their heads, and items of lists; a kind has names of its own. */
function named(text: string | null): ReadonlyMap<string, Rows> {
  if (text === null) return new Map();
  const { values, tables, lists } = readRuleFile('', text).parse;
  const inRow = (cells: readonly string[]): string => cells.join(' | ');
  return new Map<string, Rows>([
    ...Object.entries(values).map(([name, one]) => [`value:${name}`, [one.text]] as const),
    ...Object.entries(tables).map(
      ([name, { columns, rows }]) =>
        [`table:${name}`, [columns, ...rows.map((row) => row.map((cell) => cell.text))].map(inRow)] as const,
    ),
    ...Object.entries(lists).map(
      ([name, { items }]) => [`list:${name}`, items.map((item) => item.text)] as const,
    ),
  ]);
}

function differences(
  before: ReadonlyMap<string, Rows>,
  after: ReadonlyMap<string, Rows>,
  isAbout: boolean,
): readonly RuleDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    // Even an empty list that comes or goes is a difference.
    const pairs = was && is ? pairsOf(was, is) : [[inOne(was), inOne(is)] as const];
    const name = isAbout ? key : key.replace(/^\w+:/u, '');
    return pairs.map(([old, now]) => ({ isAbout, name, before: old, after: now }));
  });
}

function inOne(rows: Rows | undefined): unknown {
  return rows === undefined ? null : rows.length === 1 ? rows[0] : rows.join('; ');
}

/** The rows that differ: one that came beside each one that went, as far as there are so many at the place. */
function pairsOf(before: Rows, after: Rows): readonly (readonly [unknown, unknown])[] {
  const parts = diffArrays([...before], [...after], { comparator: sameValue });
  return parts.flatMap(({ added, removed, value }, at): readonly (readonly [unknown, unknown])[] => {
    const [previous, next] = [parts[at - 1], parts[at + 1]];
    if (removed && next?.added === true) {
      const most = Math.max(value.length, next.value.length);
      return Array.from({ length: most }, (_, row) => [value[row] ?? null, next.value[row] ?? null]);
    }
    if (removed) return value.map((one) => [one, null]);
    return added && previous?.removed !== true ? value.map((one) => [null, one]) : [];
  });
}
