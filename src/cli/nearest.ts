/** How many letters to add, drop, change or swap to get from one word to the other. */
export function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          (current[column - 1] ?? 0) + 1,
          at(row - 1, column - 1) + changed,
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

/** The candidate that somebody may have meant, if one is near: `staus` → `status`, and `xyz` → undefined. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const farthest = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate) }))
    .filter(
      ({ candidate, distance }) => distance <= farthest || (word.length > 2 && candidate.startsWith(word)),
    )
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}
