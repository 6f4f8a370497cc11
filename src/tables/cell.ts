/** A cell of a table: its words, where it stands, and the heading of its column. */
export interface Cell {
  readonly text: string;
  readonly line: number;
  readonly column: string;
}

/** A table in a rule's text. */
export interface MechanicText {
  readonly line: number;
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** A problem with a cell: the reason, the possible alternatives, and an example. */
export class CellError extends Error {
  readonly expected: string;
  readonly example: string;

  constructor(message: string, expected: string, example: string) {
    super(message);
    this.name = 'CellError';
    this.expected = expected;
    this.example = example;
  }
}

/** Lower-case words with single spaces, plain quotation marks and plain minus signs: `−1  Coin` → `-1 coin`. */
export function cellWords(text: string): string {
  return text.replace(/[−–]/gu, '-').replace(/[“”„]/gu, '"').replace(/’/gu, "'").replace(/\s+/gu, ' ').trim();
}

export class PlacedError extends Error {
  readonly cell: Cell;
  readonly error: CellError;

  constructor(cell: Cell, error: CellError) {
    super(error.message);
    this.name = 'PlacedError';
    this.cell = cell;
    this.error = error;
  }
}

/** Adds the cell to an error. */
export function inCell<T>(cell: Cell | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (cell !== undefined && error instanceof CellError) throw new PlacedError(cell, error);
    throw error;
  }
}

/** Reads the words of a cell, if there is one. */
export function readIn<T>(cell: Cell | undefined, read: (text: string) => T): T | undefined {
  return cell && inCell(cell, () => read(cell.text));
}
