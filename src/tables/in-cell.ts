import { CellError, type Cell } from './cell.ts';

/** An error in a certain cell. */
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

/** Says of an error in which cell it is. */
export function inCell<T>(cell: Cell | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (cell !== undefined && error instanceof CellError) throw new PlacedError(cell, error);
    throw error;
  }
}
