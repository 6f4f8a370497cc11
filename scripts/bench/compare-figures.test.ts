import { expect, test } from 'vitest';

import { compareFigures, sayDifference } from './compare-figures.ts';

test('reports numbers that differ with their old values, but not peers, bars and equal numbers', () => {
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
