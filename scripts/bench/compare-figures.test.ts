import { expect, test } from 'vitest';

import { compareFigures, sayDifference } from './compare-figures.ts';

test('numbers that differ are told with what they were; peers, bars and what is the same are not', () => {
  const here = [
    { bench: 'tick', objects: 100, ms: 20, peerMs: 7, bar: 2, matters: 5 },
    { bench: 'tick', objects: 30, ms: 10 },
    { bench: 'new here', ms: 1 },
  ];
  const there = [
    { bench: 'tick', objects: 150, ms: 10, peerMs: 8, bar: 3, matters: 5 },
    { bench: 'tick', objects: 30, ms: 0 },
    { bench: 'gone', ms: 1 },
  ];
  expect(compareFigures(here, there).map(sayDifference)).toEqual([
    'tick  objects  100, was 150  0.67 ×',
    'tick  ms  20, was 10  2.00 ×',
    'tick  ms  10, was 0',
  ]);
});
