// Sorts tables by a column. Without this script they are in the game's own order.
import { make } from './make.ts';
import { onEachVersion } from './renewals.ts';

interface Order {
  readonly column: number;
  readonly down: boolean;
}

begin(new Map());

/** `orders` keeps the reader's order of each table, by its position on the page. */
function begin(orders: Map<number, Order>): void {
  onEachVersion(() => {
    const tables = document.querySelectorAll<HTMLTableElement>('table[data-sortable]');
    for (const [at, table] of tables.entries()) {
      const order = orders.get(at);
      attend(table, (chosen) => orders.set(at, chosen));
      if (order !== undefined) sort(table, order);
    }
  });
}

function attend(table: HTMLTableElement, chose: (order: Order) => void): void {
  const [body] = table.tBodies;
  if (body === undefined || body.rows.length < 2) return;
  headersOf(table).forEach((header, column) => {
    if (header.querySelector('button') !== null) return;
    const button = make('button', { type: 'button' }, header.textContent);
    header.replaceChildren(button);
    button.addEventListener('click', () => {
      const order = { column, down: header.ariaSort === 'ascending' };
      sort(table, order);
      chose(order);
    });
  });
}

function sort(table: HTMLTableElement, { column, down }: Order): void {
  const [body] = table.tBodies;
  const headers = headersOf(table);
  for (const [at, header] of headers.entries())
    header.ariaSort = at !== column ? null : down ? 'descending' : 'ascending';
  const rows = [...(body?.rows ?? [])].sort((a, b) => compare(textAt(a, column), textAt(b, column)));
  body?.append(...(down ? rows.reverse() : rows));
}

function headersOf(table: HTMLTableElement): readonly HTMLTableCellElement[] {
  return [...(table.tHead?.rows[0]?.cells ?? [])];
}

function textAt(row: HTMLTableRowElement, column: number): string {
  return row.cells[column]?.textContent.trim() ?? '';
}

function compare(a: string, b: string): number {
  const [x, y] = [numberIn(a), numberIn(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, 'en', { numeric: true }) : x - y;
}

/** `1,000 was 900` → 1000 */
function numberIn(text: string): number {
  const first = /^[−-]?[\d,.]+(?=$|\s)/.exec(text)?.[0] ?? text;
  return first === '' ? Number.NaN : Number(first.replace('−', '-').replaceAll(',', ''));
}
