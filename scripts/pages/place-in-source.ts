export type Mapping = readonly [
  virtualStart: number,
  virtualLength: number,
  originalStart: number,
  originalLength: number,
  ...unknown[],
];

interface Converted {
  readonly source: string;
  readonly code: string;
  readonly mappings: readonly Mapping[];
}

/** Converts a position in generated TSX to the position in the page, `(12,5)`, or to the last known one before it. */
export function placeInSource({ source, code, mappings }: Converted, line: number, column: number): string {
  const lines = code.split('\n').slice(0, line - 1);
  const at = lines.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const before = mappings.filter(([start]) => start <= at).sort(([a], [b]) => b - a)[0];
  if (before === undefined) return '';
  const [virtual, , original, length] = before;
  const found = source.slice(0, original + Math.min(at - virtual, length)).split('\n');
  return `(${found.length},${(found.at(-1) ?? '').length + 1})`;
}
