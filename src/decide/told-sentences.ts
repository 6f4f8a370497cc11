import { diffArrays } from 'diff';

import { toCamel } from '../kernel/names.ts';
import type { NamedList, PlainTable } from '../ruleset/body-parse.ts';
import { parseBody } from '../ruleset/markdown.ts';

/** A sentence, a cell or the rest of an item that no code reads, as it is written and as it is compared. */
interface Told {
  readonly said: string;
  /** Without punctuation, marks and the words of live values, which count by their names. */
  readonly plain: string;
}

/** A sentence that a change rewords; null where it adds or takes away a whole one. */
export interface Reworded {
  readonly before: string | null;
  readonly after: string | null;
}

/** Items of a named list with more words than a name has are sentences, of which the clause reads the beginning. */
const MOST_IN_A_NAME = 6;

/** What the engine reads of a rule: by its clause with all that it imports, or by tables that are mechanics. */
interface Reads {
  readonly code: string;
  readonly tables: boolean;
}

/** The sentences that differ between two bodies of a rule, apart from what the engine reads. */
export function rewordedIn(before: string, after: string, reads: Reads): readonly Reworded[] {
  const [was, is] = [toldIn(before, reads), toldIn(after, reads)];
  const parts = diffArrays([...was], [...is], { comparator: (one, other) => one.plain === other.plain });
  const pairs = parts.flatMap(({ added, removed, value }, at): readonly Reworded[] => {
    const [previous, next] = [parts[at - 1], parts[at + 1]];
    if (added && previous?.removed === true) return [];
    const now = added ? value : removed && next?.added === true ? next.value : [];
    const then = removed ? value : [];
    if (!added && !removed) return [];
    return Array.from({ length: Math.max(then.length, now.length) }, (_, place) => ({
      before: then[place]?.said ?? null,
      after: now[place]?.said ?? null,
    }));
  });
  return [...pairs, ...rewordedItems(before, after)];
}

/** The sentences of a body, and the cells of tables that no code reads. */
export function toldIn(body: string, { code, tables: areRead }: Reads): readonly Told[] {
  const { lists, tables, all } = parseBody('', body, 1);
  const items = Object.values(lists).flatMap(({ itemRanges }) => itemRanges);
  const withoutItems = [...items]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) => `${text.slice(0, start)}${blank(text.slice(start, end))}${text.slice(end)}`,
      body,
    );
  const rows = new Set(all.flatMap(({ line, rows: one }) => [line, line + 1, ...one.map((row) => row.line)]));
  const sentences = withoutItems
    .split('\n')
    .filter((_, at) => !rows.has(at + 1))
    .join('\n')
    .split(/(?<=[.!?:;][)”"*_]*)\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/u);
  const cells = (areRead ? [] : all).flatMap((table) =>
    cellsOf(
      table,
      Object.values(tables).find(({ line }) => line === table.line),
      code,
    ),
  );
  return [...sentences, ...cells].flatMap((said) => {
    const plain = plainOf(said);
    return plain === '' ? [] : [{ said: shownOf(said), plain }];
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/gu, ' ');
}

/** Everything in a table that isn't named, otherwise the columns that no code mentions. */
function cellsOf(
  { header, rows }: PlainTable,
  named: { readonly columns: readonly string[] } | undefined,
  code: string,
): readonly string[] {
  const isRead = (column: string): boolean =>
    [column, toCamel(column)].some((name) => new RegExp(`\\b${name}\\b`, 'u').test(code));
  const kept = header.map((_, at) => named === undefined || !isRead(named.columns[at] ?? ''));
  return rows.flatMap(({ cells }) =>
    cells.flatMap((cell, at) => (kept[at] === true ? [`${header[at] ?? ''}: ${cell}`] : [])),
  );
}

/** Items of a named list that were changed in words that are no name. An item that was added or taken away is read. */
function rewordedItems(before: string, after: string): readonly Reworded[] {
  const itemsOf = (body: string): readonly string[] =>
    Object.values(parseBody('', body, 1).lists).flatMap(({ items }: NamedList) =>
      items.map(({ text }) => text),
    );
  const [was, is] = [itemsOf(before), itemsOf(after)];
  const [gone, came] = [was.filter((item) => !is.includes(item)), is.filter((item) => !was.includes(item))];
  return gone.flatMap((item) => {
    const other = isLong(item) ? came.find((one) => isLong(one) && isLike(item, one)) : undefined;
    return other === undefined || plainOf(item) === plainOf(other) ? [] : [{ before: item, after: other }];
  });
}

function isLong(item: string): boolean {
  return item.split(/\s+/u).length > MOST_IN_A_NAME;
}

/** Whether more than half of its words are the other’s too. */
function isLike(item: string, other: string): boolean {
  const [words, others] = [item, other].map((one) => plainOf(one).split(' '));
  const shared = words?.filter((word) => others?.includes(word) === true).length ?? 0;
  return shared * 2 > Math.max(words?.length ?? 0, others?.length ?? 0);
}

const VALUE = /\[(?:\[[^\]]*\]|[^\]])*\]\(#value:([\w-]+)\)/gu;
const LINK = /\[([^\]]*)\]\([^)]*\)/gu;

function plainOf(said: string): string {
  return said
    .replace(VALUE, ' ⟨$1⟩ ')
    .replace(LINK, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}⟨⟩%/-]+|(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])/gu, ' ')
    .trim();
}

function shownOf(said: string): string {
  return said
    .replace(LINK, '$1')
    .replace(/[*_`]+/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[-+] /u, '')
    .trim();
}
