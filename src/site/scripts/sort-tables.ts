/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Sorts tables by a column. Without this script they are in the game's own order.
for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
  const [body] = table.tBodies;
  const headers = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (body === undefined || body.rows.length < 2) continue;
  headers.forEach((header, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = header.textContent;
    header.replaceChildren(button);
    button.addEventListener('click', () => {
      const down = header.getAttribute('aria-sort') === 'ascending';
      for (const other of headers) other.removeAttribute('aria-sort');
      header.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const rows = [...body.rows].sort((a, b) => compare(textAt(a, column), textAt(b, column)));
      body.append(...(down ? rows.reverse() : rows));
    });
  });
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
