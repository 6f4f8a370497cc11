/** A Markdown table, padded as prettier would; text in cells is code-safe already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(3, ...cells.map((row) => Array.from(row[at] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, at) => (row[at] ?? '') + ' '.repeat(width - Array.from(row[at] ?? '').length)).join(' | ')} |\n`;
  const [first = [], ...rest] = cells;
  return line(first) + line(widths.map((width) => '-'.repeat(width))) + rest.map(line).join('');
}
