/** Renders rows in columns as wide as their contents; columns of numbers are right-aligned. */
export function renderTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = headers.map((header, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const width = Math.max(...[header, ...cells].map((cell) => Array.from(cell).length));
    return { width, right: cells.length > 0 && cells.every((cell) => /^(\d*|–)$/u.test(cell)) };
  });
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const { width, right } = columns[index] ?? { width: 0, right: false };
        const gap = ' '.repeat(Math.max(0, width - Array.from(cell).length));
        return right ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  return [headers, ...rows].map((cells) => `  ${line(cells)}\n`).join('');
}

/** `1 file`, `3 files`; the third argument is an irregular plural. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Renders Markdown written for a forge's comments for a terminal. */
export function withoutMarkup(markdown: string): string {
  return markdown.replaceAll('**', '').replaceAll(/\\([^\w\s])/gu, '$1');
}
