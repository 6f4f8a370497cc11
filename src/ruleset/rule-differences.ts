import { diffArrays } from 'diff';
import { sameValue } from '../kernel/values.ts';
import type { NamedTable } from './body-parse.ts';
import { readMarkdownFile } from './front-matter.ts';
import { LIMITS, readRuleFile } from './rule-file.ts';

/** Something that the engine reads of a rule's file, as it was and as it would be; null if it is not there. */
export interface RuleDifference {
  readonly kind: 'about' | 'value' | 'table' | 'list';
  /** The key, or the name in the link; of a table also its row and column. */
  readonly name: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** A whole table that comes or goes. */
export interface TableSize {
  readonly columns: readonly string[];
  readonly rows: number;
}

interface Read {
  readonly about: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, NamedTable>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** Everything by which two texts of a rule's file differ for the engine, which reads them in the same way. */
export function ruleDifferences(before: string | null, after: string | null): readonly RuleDifference[] {
  const [was, is] = [read(before), read(after)];
  // The front matter of a rule that comes or goes is not news for each key.
  const about = before === null || after === null ? [] : keysOf(was.about, is.about);
  const changed = (kind: RuleDifference['kind'], name: readonly string[], old: unknown, now: unknown) =>
    sameValue(old, now) ? [] : [{ kind, name, before: old, after: now }];
  return [
    ...about.flatMap((key) => changed('about', [key], own(was.about, key), own(is.about, key))),
    ...keysOf(was.values, is.values).flatMap((key) =>
      changed('value', [key], own(was.values, key), own(is.values, key)),
    ),
    ...keysOf(was.tables, is.tables).flatMap((key) =>
      differencesOfTable(key, own(was.tables, key), own(is.tables, key)),
    ),
    ...keysOf(was.lists, is.lists).flatMap((key) =>
      differencesOfList(key, own(was.lists, key), own(is.lists, key)),
    ),
  ];
}

function read(text: string | null): Read {
  if (text === null) return { about: {}, values: {}, tables: {}, lists: {} };
  const { values, tables, lists } = readRuleFile('', text).parse;
  return {
    about: readMarkdownFile('', text, LIMITS).data,
    values: Object.fromEntries(Object.entries(values).map(([name, one]) => [name, one.text])),
    tables,
    lists: Object.fromEntries(
      Object.entries(lists).map(([name, { items }]) => [name, items.map((item) => item.text)]),
    ),
  };
}

function keysOf(one: object, other: object): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | null {
  return Object.hasOwn(record, key) ? (record[key] ?? null) : null;
}

const inCells = (row: readonly string[]): string => row.join(' | ');
const rowsOf = ({ rows }: NamedTable): readonly Row[] => rows.map((row) => row.map(({ text }) => text));

function sizeOf(table: NamedTable | null): TableSize | null {
  return table && { columns: table.columns, rows: table.rows.length };
}

function differencesOfTable(
  name: string,
  before: NamedTable | null,
  after: NamedTable | null,
): readonly RuleDifference[] {
  // Of a table that comes or goes the text itself shows what is in it.
  if (before === null || after === null)
    return [{ kind: 'table', name: [name], before: sizeOf(before), after: sizeOf(after) }];
  const isSameHead = sameValue(before.columns, after.columns);
  const head = { kind: 'table' as const, name: [name] };
  return [
    ...(isSameHead ? [] : [{ ...head, before: inCells(before.columns), after: inCells(after.columns) }]),
    ...pairsOf(rowsOf(before), rowsOf(after)).flatMap(([old, now]): readonly RuleDifference[] => {
      const label = (now ?? old)?.[0] ?? '';
      if (old === null || now === null || !isSameHead || old[0] !== now[0])
        return [
          { kind: 'table', name: [name, label], before: old && inCells(old), after: now && inCells(now) },
        ];
      return after.columns.flatMap((column, at) =>
        old[at] === now[at]
          ? []
          : [{ kind: 'table', name: [name, label, column], before: old[at] ?? '', after: now[at] ?? '' }],
      );
    }),
  ];
}

function differencesOfList(
  name: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
): readonly RuleDifference[] {
  if (before !== null && after !== null) {
    const rows = [before, after].map((items) => items.map((item) => [item]));
    return pairsOf(rows[0] ?? [], rows[1] ?? []).map(([old, now]) => ({
      kind: 'list',
      name: [name],
      before: old?.[0] ?? null,
      after: now?.[0] ?? null,
    }));
  }
  return [{ kind: 'list', name: [name], before, after }];
}

type Row = readonly string[];

/** The rows that differ: one that came beside each one that went, as far as there are so many at the place. */
function pairsOf(
  before: readonly Row[],
  after: readonly Row[],
): readonly (readonly [Row | null, Row | null])[] {
  const parts = diffArrays([...before], [...after], { comparator: (one, other) => sameValue(one, other) });
  const pairs: [Row | null, Row | null][] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [one, next] = [parts[at], parts[at + 1]];
    if (one === undefined || (!one.added && !one.removed)) continue;
    const isReplaced = one.removed && next?.added === true;
    const [gone, come] = one.removed ? [one.value, isReplaced ? next.value : []] : [[], one.value];
    for (let row = 0; row < Math.max(gone.length, come.length); row += 1)
      pairs.push([gone[row] ?? null, come[row] ?? null]);
    if (isReplaced) at += 1;
  }
  return pairs;
}
