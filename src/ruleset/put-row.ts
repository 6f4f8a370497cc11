import type { Terms } from '../kernel/manifest.ts';
import { cellWords, type MechanicText } from '../tables/cell.ts';
import { FORMS, recognise } from '../tables/forms.ts';
import { addRow, addTable, dropColumn, removeRow, tablesIn, writeCells, type RowPlace } from './edit-rows.ts';

export interface RowForm {
  readonly is: string;
  /** The words of the first heading: `Each player has`. */
  readonly lead: string;
  /** The cells by their headings. The first cell has an empty heading. */
  readonly cells: ReadonlyMap<string, string>;
}

/** The text with the row in its place, or added to a suitable table. Null if that table can't be changed like this. */
export function putRow(body: string, place: RowPlace | null, form: RowForm, terms: Terms): string | null {
  const lead = leadOf(form.lead, terms);
  const old = place === null ? undefined : tablesIn(body)[place.table];
  if (place !== null && old !== undefined && leadOf(old.header[0] ?? '', terms) === lead)
    return withoutEmptied(body, writeCells(body, place, cellsFor(old.header, form)), place.table, terms);
  const without = place === null ? body : takeRow(body, place, terms);
  if (without === null) return null;
  const table = tablesIn(without).findIndex(
    ({ header }) => recognise(header, terms)?.form.is === form.is && leadOf(header[0] ?? '', terms) === lead,
  );
  const header = tablesIn(without)[table]?.header;
  if (header !== undefined) return addRow(without, table, cellsFor(header, form));
  return addTable(without, headingsFor(form), cellsFor(headingsFor(form), form));
}

/** The text without a row, and without optional columns that only this row used. */
export function takeRow(body: string, place: RowPlace, terms: Terms): string | null {
  return withoutEmptied(body, removeRow(body, place), place.table, terms);
}

/** Removes optional columns that a change has emptied. A column that was empty before stays. */
function withoutEmptied(before: string, after: string | null, table: number, terms: Terms): string | null {
  const [old, now] = [before, after ?? ''].map((text) => tablesIn(text)[table]);
  if (after === null || old === undefined || now === undefined || now.header.length !== old.header.length)
    return after;
  const found = recognise(now.header, terms);
  const isEmpty = ({ rows }: MechanicText, at: number): boolean =>
    rows.every(({ cells }) => (cells[at] ?? '') === '');
  const emptied = now.header.flatMap((_, at) =>
    found?.form.may?.includes(found.columns[at] ?? '') === true && isEmpty(now, at) && !isEmpty(old, at)
      ? [at]
      : [],
  );
  return emptied.reduceRight((text, at) => dropColumn(text, table, at) ?? text, after);
}

/** The owner of the row: `player`, under any theme. */
function leadOf(heading: string, terms: Terms): string {
  const needs = FORMS.find((form) => recognise([heading, ...form.needs], terms) !== null)?.needs ?? [];
  return recognise([heading, ...needs], terms)?.whose ?? cellWords(heading).toLowerCase();
}

/** Headings for a new table: the required ones, and those of cells that aren't empty. */
export function headingsFor({ is, lead, cells }: RowForm): readonly string[] {
  const form = FORMS.find((one) => one.is === is);
  const all = [...(form?.needs ?? []), ...(form?.may ?? [])];
  const asked = [...cells.keys()].filter((column) => all.includes(column));
  return [
    lead,
    ...asked.filter((column) => form?.needs.includes(column) === true || cells.get(column) !== ''),
  ];
}

/** The cells by the table's own headings. */
function cellsFor(header: readonly string[], { cells }: RowForm): ReadonlyMap<string, string> {
  const first = cellWords(header[0] ?? '').toLowerCase();
  return new Map([...cells].map(([column, text]) => [column === '' ? first : column, text]));
}
