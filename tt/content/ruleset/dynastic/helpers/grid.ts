/** A map of rooms: letters count columns from the west, numbers count rows from the north; the first room is A1. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Reading order: A1, B1 … then A2, B2 … */
export function roomIds(grid: Grid): readonly string[] {
  const ids: string[] = [];
  for (let row = 1; row <= grid.rows; row++)
    for (let column = 1; column <= grid.columns; column++) ids.push(idOf({ column, row }));
  return ids;
}

/** The corners in reading order. */
export function cornerIds({ columns, rows }: Grid): readonly string[] {
  const corners = [1, rows].flatMap((row) => [1, columns].map((column) => idOf({ column, row })));
  return [...new Set(corners)];
}

/** Orthogonal neighbours in reading order: north, west, east, south. */
export function adjacentIds(grid: Grid, id: string): readonly string[] {
  return besides(grid, id, [
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ]);
}

/** Rooms that touch at a corner only, in reading order. */
export function diagonalIds(grid: Grid, id: string): readonly string[] {
  return besides(grid, id, [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]);
}

export type Direction = 'north' | 'south' | 'east' | 'west';

const STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  north: [0, -1],
  south: [0, 1],
  east: [1, 0],
  west: [-1, 0],
};

/** The room that lies in a direction from another, or null at the edge of the map. */
export function idTowards(grid: Grid, id: string, direction: Direction): string | null {
  return besides(grid, id, [STEPS[direction]])[0] ?? null;
}

function besides(grid: Grid, id: string, steps: readonly (readonly [number, number])[]): readonly string[] {
  const from = cellOf(id);
  if (from === null) return [];
  return steps
    .map(([east, south]) => ({ column: from.column + east, row: from.row + south }))
    .filter(({ column, row }) => column >= 1 && column <= grid.columns && row >= 1 && row <= grid.rows)
    .map(idOf);
}

const LETTERS = 26;
const BEFORE_A = 64;

/** `{ column: 5, row: 4 }` → `E4`; the column after Z is AA. */
function idOf({ column, row }: Cell): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters;
  }
  return `${letters}${row}`;
}

function cellOf(id: string): Cell | null {
  const [, letters, number] = /^([A-Z]+)([1-9]\d*)$/.exec(id) ?? [];
  if (letters === undefined || number === undefined) return null;
  const column = letters
    .split('')
    .reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);
  return { column, row: Number(number) };
}
