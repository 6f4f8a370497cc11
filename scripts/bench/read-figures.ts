/** The figures of docs/performance.md, read from its tables. */
export interface Figures {
  /** A number of a row: `ours`, `takes`, `ratio`, or one named under `of`. It comes from the last row of this name that has it. */
  readonly number: (row: string, what: string, where?: Readonly<Record<string, number>>) => number;
  readonly has: (row: string, what: string) => boolean;
}

const COLUMNS = ['what', 'of', 'ours', 'beside', 'takes', 'ratio', 'bar', 'within'] as const;

/** Reads the tables of the page. A missing number throws an error, so that none is made up. */
export function readFigures(page: string): Figures {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what | of |') && !line.startsWith('| ---'))
    .map(readRow);
  const find = (
    row: string,
    what: string,
    where: Readonly<Record<string, number>> = {},
  ): number | undefined =>
    rows
      .findLast(
        ({ name, numbers }) =>
          name === row &&
          numbers.has(what) &&
          Object.entries(where).every(([key, value]) => numbers.get(key) === value),
      )
      ?.numbers.get(what);
  return {
    has: (row, what) => find(row, what) !== undefined,
    number: (row, what, where) => {
      const found = find(row, what, where);
      if (found === undefined)
        throw new Error(`docs/performance.md does not say ${what} of “${row}”; run that bench.`);
      return found;
    },
  };
}

function readRow(line: string): { readonly name: string; readonly numbers: ReadonlyMap<string, number> } {
  const cells = line.slice(2).split(/(?<!\\) \| ?/u);
  const cell = (column: (typeof COLUMNS)[number]): string => cells[COLUMNS.indexOf(column)] ?? '';
  const numbers = new Map<string, number>();
  const add = (key: string, text: string): void => {
    const value = Number.parseFloat(text);
    if (!Number.isNaN(value)) numbers.set(key, value);
  };
  for (const column of ['ours', 'takes', 'ratio', 'bar'] as const) add(column, cell(column));
  for (const part of cell('of').split(', ')) {
    const at = part.lastIndexOf(' ');
    if (at > 0) add(part.slice(0, at), part.slice(at + 1));
  }
  return { name: cells[0]?.replaceAll('\\|', '|') ?? '', numbers };
}
