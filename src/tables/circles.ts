import type { RowLink } from './row-code.ts';

/**
 * Finds groups of rows that can trigger each other in a cycle. A single row can't, because it waits until its variable has left its goal
 * again.
 */
export function findCircles<T extends RowLink>(links: readonly T[]): readonly (readonly T[])[] {
  const waiting = links.filter(({ heeds }) => heeds !== null);
  const next = (link: T): readonly T[] =>
    waiting.filter((other) => other !== link && other.heeds !== null && link.raises.includes(other.heeds));
  const found: (readonly T[])[] = [];
  const inCircle = new Set<T>();
  for (const start of waiting) {
    if (inCircle.has(start)) continue;
    const circle = wayBack(start, next);
    if (circle === null) continue;
    for (const one of circle) inCircle.add(one);
    found.push(circle);
  }
  return found;
}

/** The shortest cycle through a row, or null. */
function wayBack<T>(start: T, next: (one: T) => readonly T[]): readonly T[] | null {
  const seen = new Set<T>();
  let ways: readonly (readonly T[])[] = [[start]];
  while (ways.length > 0) {
    const longer: (readonly T[])[] = [];
    for (const way of ways)
      for (const one of next(way.at(-1) ?? start)) {
        if (one === start) return way;
        if (seen.has(one)) continue;
        seen.add(one);
        longer.push([...way, one]);
      }
    ways = longer;
  }
  return null;
}
