import { cellWords, type MechanicText } from '../tables/cell.ts';
import { parseBody } from './markdown.ts';

/** A row's place: the table's index among the rule's tables, and the row's index in it. */
export interface RowPlace {
  readonly table: number;
  readonly row: number;
}

/** The cells of a row by their headings, in lower case. Cells without a heading here stay unchanged. */
export type RowCells = ReadonlyMap<string, string>;

/** The tables of a rule's text, with lines counted from 1. */
export function tablesIn(body: string): readonly MechanicText[] {
  return parseBody('', body, 1).all;
}

/** Writes the cells of a row that have changed, and leaves all other bytes of the text. Null if the table can't be changed like this. */
export function writeCells(body: string, { table, row }: RowPlace, cells: RowCells): string | null {
  const found = tablesIn(body)[table];
  const old = found?.rows[row];
  if (found === undefined || old === undefined) return null;
  const widened = widen(body, found, cells);
  const { lines, columns } = widened;
  const wanted = columns.map((column, at) => cells.get(column) ?? old.cells[at] ?? '');
  const line = lineWith(lines[old.line - 1] ?? '', old.cells, wanted);
  if (line === null) return null;
  const after = lines.with(old.line - 1, line).join('\n');
  return isAsMeant(body, after, { table, row, cells: wanted, change: 'write' }) ? after : null;
}

/** Adds a row below the last one of a table. */
export function addRow(body: string, table: number, cells: RowCells): string | null {
  const found = tablesIn(body)[table];
  if (found === undefined) return null;
  const { lines, columns } = widen(body, found, cells);
  const last = found.rows.at(-1)?.line ?? found.line + 1;
  const above = lines[last - 1] ?? '';
  const wanted = columns.map((column) => cells.get(column) ?? '');
  const widths = (pieces(above)?.cells ?? []).map((text) => text.trim().length);
  const line = `${/^[\s>]*/u.exec(above)?.[0] ?? ''}${rowOf(wanted, widths)}`;
  const after = lines.toSpliced(last, 0, line).join('\n');
  const change = { table, row: found.rows.length, cells: wanted, change: 'add' } as const;
  return isAsMeant(body, after, change) ? after : null;
}

/** Removes a row, and the table with its last row. */
export function removeRow(body: string, { table, row }: RowPlace): string | null {
  const found = tablesIn(body)[table];
  const old = found?.rows[row];
  if (found === undefined || old === undefined) return null;
  const lines = body.split('\n');
  const isLast = found.rows.length === 1;
  const after = (
    isLast ? lines.toSpliced(found.line - 1, old.line - found.line + 1) : lines.toSpliced(old.line - 1, 1)
  ).join('\n');
  const result = isLast ? after.replace(/\n{3,}/gu, '\n\n').replace(/\n+$/u, '\n') : after;
  return isAsMeant(body, result, { table, row, cells: [], change: isLast ? 'remove-table' : 'remove' })
    ? result
    : null;
}

/** Adds a table with one row at the end of a text. */
export function addTable(body: string, headings: readonly string[], cells: RowCells): string {
  const row = headings.map((heading) => cells.get(cellWords(heading).toLowerCase()) ?? '');
  const widths = headings.map((heading, at) => Math.max(3, heading.length, escaped(row[at] ?? '').length));
  const lines = [
    rowOf(headings, widths),
    rowOf(
      widths.map((width) => '-'.repeat(width)),
      widths,
    ),
    rowOf(row, widths),
  ];
  const above = body.trimEnd();
  return `${above}${above === '' ? '' : '\n\n'}${lines.join('\n')}\n`;
}

interface Widened {
  readonly lines: readonly string[];
  readonly columns: readonly string[];
}

/** Adds the missing columns for a row. Other rows stay unchanged, since a missing cell is empty. */
function widen(body: string, { header, line }: MechanicText, cells: RowCells): Widened {
  const columns = header.map((heading) => cellWords(heading).toLowerCase());
  const missing = [...cells].flatMap(([column, text]) =>
    columns.includes(column) || text === '' ? [] : [column],
  );
  const lines = body.split('\n');
  if (missing.length === 0) return { lines, columns };
  const longer = (text: string, more: readonly string[]): string =>
    `${text.trimEnd().replace(/\s*\|$/u, '')} | ${more.join(' | ')} |`;
  return {
    lines: lines.with(line - 1, longer(lines[line - 1] ?? '', missing)).with(
      line,
      longer(
        lines[line] ?? '',
        missing.map((heading) => '-'.repeat(Math.max(3, heading.length))),
      ),
    ),
    columns: [...columns, ...missing],
  };
}

/** Removes a column and leaves all other cells. Null if the table can't be changed like this. */
export function dropColumn(body: string, table: number, column: number): string | null {
  const found = tablesIn(body)[table];
  if (found === undefined || column < 1) return null;
  const lines = body.split('\n');
  for (const line of [found.line, found.line + 1, ...found.rows.map((row) => row.line)]) {
    const parts = pieces(lines[line - 1] ?? '');
    if (parts === null) return null;
    lines[line - 1] = `${parts.head}${parts.cells.toSpliced(column, 1).join('|')}${parts.tail}`;
  }
  const after = lines.join('\n');
  const plain = (text: string): unknown =>
    tablesIn(text).map((one) => [one.header, ...one.rows.map(({ cells }) => cells)]);
  const meant = tablesIn(body).map((one, at) =>
    [one.header, ...one.rows.map(({ cells }) => cells)].map((cells) =>
      at === table ? cells.toSpliced(column, 1) : cells,
    ),
  );
  return JSON.stringify(plain(after)) === JSON.stringify(meant) ? after : null;
}

/** The parts of a table's line: the text before the first cell, the cells with their spaces, and the text after the last one. */
function pieces(
  line: string,
): { readonly head: string; readonly cells: readonly string[]; readonly tail: string } | null {
  const [head = ''] = /^[\s>]*\|?/u.exec(line) ?? [];
  const tail = /\|?\s*$/u.exec(line.slice(head.length))?.[0] ?? '';
  const inner = line.slice(head.length, line.length - tail.length);
  const isEscaped = inner.endsWith('\\') && tail.startsWith('|');
  return isEscaped ? null : { head, cells: inner.split(/(?<!\\)\|/u), tail };
}

function lineWith(line: string, old: readonly string[], wanted: readonly string[]): string | null {
  const found = pieces(line);
  if (found === null) return null;
  const cells = [...found.cells];
  for (const [at, text] of wanted.entries()) {
    if (cellWords(text) === cellWords(old[at] ?? '')) continue;
    while (cells.length <= at) cells.push(cells.length < at ? ' ' : '');
    const before = cells[at] ?? '';
    const lead = /^\s*/u.exec(before)?.[0] === before ? ' ' : (/^\s*/u.exec(before)?.[0] ?? '');
    cells[at] = `${lead}${escaped(text)} `.padEnd(before.length);
  }
  const head = found.head.includes('|') ? found.head : `${found.head}${cells.length === 1 ? '| ' : ''}`;
  return `${head}${cells.join('|')}${found.tail}`;
}

function rowOf(cells: readonly string[], widths: readonly number[]): string {
  return `|${cells.map((text, at) => ` ${escaped(text).padEnd(widths[at] ?? 0)} |`).join('')}`;
}

/** A cell's text, escaped for Markdown. */
function escaped(text: string): string {
  const inOneLine = text.replace(/\s+/gu, ' ').trim();
  return inOneLine.replace(/[\\|`[\]_~]|\*(?=\S)|(?<=\S)\*|<(?=[a-z/!?])|&(?=#?\w+;)/giu, String.raw`\$&`);
}

interface Meant extends RowPlace {
  readonly cells: readonly string[];
  readonly change: 'write' | 'add' | 'remove' | 'remove-table';
}

/** True if only the intended change differs between the tables of the two texts. */
function isAsMeant(before: string, after: string, { table, row, cells, change }: Meant): boolean {
  const plain = (text: string): readonly (readonly (readonly string[])[])[] =>
    tablesIn(text).map(({ rows }) => rows.map((one) => trimmed(one.cells)));
  const old = plain(before);
  const rows = old[table] ?? [];
  const now =
    change === 'remove'
      ? rows.toSpliced(row, 1)
      : change === 'add'
        ? [...rows, trimmed(cells)]
        : rows.with(row, trimmed(cells));
  const meant = change === 'remove-table' ? old.toSpliced(table, 1) : old.with(table, now);
  return JSON.stringify(plain(after)) === JSON.stringify(meant);
}

/** The words of the cells, without empty cells at the end. */
function trimmed(cells: readonly string[]): readonly string[] {
  const words = cells.map((text) => cellWords(text));
  return words.slice(0, words.findLastIndex((text) => text !== '') + 1);
}
