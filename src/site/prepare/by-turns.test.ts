import { expect, test } from 'vitest';

import { mapByTurns } from './by-turns.ts';

function work(ms: number): void {
  for (const began = performance.now(); performance.now() - began < ms;);
}

test('long work lets other work run in between, and returns the same result', async () => {
  let turns = 0;
  let isOver = false;
  const other = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(other);
  };
  setImmediate(other);
  const seen = await mapByTurns([1, 2, 3, 4, 5, 6], (item) => {
    work(15);
    return [item, turns];
  });
  isOver = true;
  expect(seen.map(([item]) => item)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(seen[0]?.[1]).toBe(0);
  expect(seen.at(-1)?.[1]).toBeGreaterThan(0);
});
