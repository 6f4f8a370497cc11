import { diffArrays } from 'diff';

import { toCamel } from '../kernel/names.ts';
import { mayPromise } from '../promises/read-promises.ts';
import type { BodyParse } from '../ruleset/parse-markdown.ts';
import { parseBody } from '../ruleset/markdown.ts';

/** A sentence, a cell or the rest of an item that no code reads, in its written form and in the form that is compared. */
interface Sentences {
  readonly said: string;
  /** Without punctuation, marks and the words of live values, which count by their names. */
  readonly plain: string;
}

/** A sentence that a change rewords. One side is null if a whole sentence is added or removed. */
export interface Reworded {
  readonly before: string | null;
  readonly after: string | null;
}

/** Longer items of a named list are sentences. The clause reads only their beginning. */
const MOST_IN_A_NAME = 6;

/** The parts of a rule that the engine reads: through its clause and its imports, or through tables that are mechanics. */
interface Reads {
  readonly code: string;
  readonly tables: boolean;
}

/** The sentences that differ between two bodies of a rule, apart from what the engine reads. */
export function rewordedIn(before: string, after: string, reads: Reads): readonly Reworded[] {
  const [parsedBefore, parsedAfter] = [parseBody('', before, 1), parseBody('', after, 1)];
  const [was, is] = [sentencesOf(before, parsedBefore), sentencesOf(after, parsedAfter)];
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
  return [
    ...pairs,
    ...rewordedItems(itemsOf(before, parsedBefore), itemsOf(after, parsedAfter)),
    ...(reads.tables
      ? []
      : rewordedCells(cellsOf(before, parsedBefore, reads), cellsOf(after, parsedAfter, reads))),
  ];
}

/** The sentences of a body, without tables, items of named lists, and promises, which the engine reads too. */
export function sentencesIn(body: string): readonly Sentences[] {
  return sentencesOf(body, parseBody('', body, 1));
}

function sentencesOf(body: string, { lists, all }: BodyParse): readonly Sentences[] {
  const items = Object.values(lists).flatMap(({ itemRanges }) => itemRanges);
  const withoutItems = [...items]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) =>
        text.slice(0, start) + text.slice(start, end).replace(/[^\n]/gu, ' ') + text.slice(end),
      body,
    );
  const rows = new Set(all.flatMap(({ line, rows: one }) => [line, line + 1, ...one.map((row) => row.line)]));
  const sentences = withoutItems
    .split('\n')
    .filter((_, at) => !rows.has(at + 1))
    .join('\n')
    .split(/(?<=[.!?:;][)”"*_]*)\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/u);
  return sentences.flatMap((said) => {
    const plain = plainOf(said);
    // The number of an item is no sentence.
    return !/\p{L}/u.test(plain) || mayPromise(said) ? [] : [{ said: shownOf(said), plain }];
  });
}

type Cells = ReadonlyMap<string, { readonly cell: string; readonly isNamed: boolean }>;

/** Changed cells that no code reads, in rows that stay. Code reads each row that is added to a named table or removed from it. */
function rewordedCells(was: Cells, is: Cells): readonly Reworded[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((place) => {
    const [then, now] = [was.get(place), is.get(place)];
    if (then?.isNamed === true ? now === undefined : then === undefined && now?.isNamed === true) return [];
    if (plainOf(then?.cell ?? '') === plainOf(now?.cell ?? '')) return [];
    return [
      {
        before: then === undefined ? null : shownOf(then.cell),
        after: now === undefined ? null : shownOf(now.cell),
      },
    ];
  });
}

/** The cells by table, first cell of the row, and column, without those of a named table's columns that code mentions. */
function cellsOf(body: string, { tables, all }: BodyParse, { code }: Reads): Cells {
  const lines = body.split('\n');
  const isRead = (column: string): boolean =>
    [column, toCamel(column)].some((name) => new RegExp(`\\b${name}\\b`, 'u').test(code));
  const found = new Map<string, { readonly cell: string; readonly isNamed: boolean }>();
  for (const [number, { line, header, rows }] of all.entries()) {
    const named = Object.values(tables).find((one) => one.line === line);
    for (const row of rows) {
      const cells = (lines[row.line - 1] ?? '').split(/(?<!\\)\|/u).slice(1);
      for (const [at, column] of header.entries())
        if (named === undefined || !isRead(named.columns[at] ?? ''))
          found.set(`${number} ${row.cells[0] ?? ''} ${column}`, {
            cell: `${column}: ${cells[at] ?? ''}`,
            isNamed: named !== undefined,
          });
    }
  }
  return found;
}

/** Changed items of a named list that are longer than a name. Code reads each item that is added or removed. */
function rewordedItems(was: readonly string[], is: readonly string[]): readonly Reworded[] {
  const [gone, came] = [was.filter((item) => !is.includes(item)), is.filter((item) => !was.includes(item))];
  return gone.flatMap((item) => {
    const other = isLong(item) ? came.find((one) => isLong(one) && isLike(item, one)) : undefined;
    return other === undefined || plainOf(item) === plainOf(other)
      ? []
      : [{ before: shownOf(item), after: shownOf(other) }];
  });
}

function itemsOf(body: string, { lists }: BodyParse): readonly string[] {
  return Object.values(lists).flatMap(({ itemRanges }) =>
    itemRanges.map(({ start, end }) => body.slice(start, end)),
  );
}

function isLong(item: string): boolean {
  return plainOf(item).split(' ').length > MOST_IN_A_NAME;
}

/** True if more than half of its words are also in the other item. */
function isLike(item: string, other: string): boolean {
  const [words, others] = [item, other].map((one) => plainOf(one).split(' '));
  const shared = words?.filter((word) => others?.includes(word) === true).length ?? 0;
  return shared * 2 > Math.max(words?.length ?? 0, others?.length ?? 0);
}

const VALUE = /\[(?:\[[^\]]*\]|[^\]])*\]\(#value:([\w-]+)\)/gu;
const LINK = /\[([^\]]*)\]\([^)]*\)/gu;

const SIGNS: Readonly<Record<string, string>> = { '-': 'minus', '−': 'minus', '+': 'plus' };

function plainOf(said: string): string {
  return (
    said
      .replace(VALUE, ' ⟨$1⟩ ')
      .replace(LINK, '$1')
      // Words that are struck through don't count, and a sign before a number is no punctuation.
      .replace(/~~(.+?)~~/gu, ' ⟨struck $1⟩ ')
      .replace(
        /(?<![\p{L}\p{N}])([-−+])(?=[\p{N}⟨])|([<>≤≥≠=×÷±])(?=\s*[\p{N}⟨])/gu,
        (sign) => ` ⟨${SIGNS[sign] ?? sign.codePointAt(0)}⟩ `,
      )
      .replace(/[*`~]+/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}⟨⟩%/-]+|(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])/gu, ' ')
      .trim()
  );
}

function shownOf(said: string): string {
  return said
    .replace(LINK, '$1')
    .replace(/[*_`]+/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[-+] /u, '')
    .trim();
}
