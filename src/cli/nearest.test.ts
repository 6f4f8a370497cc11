import { expect, test } from 'vitest';

import { editDistance, nearest } from './nearest.ts';

test.each([
  ['', 'abc', 3],
  ['status', 'status', 0],
  ['staus', 'status', 1],
  ['satus', 'status', 1],
  ['sttaus', 'status', 1],
  ['vote', 'note', 1],
  ['kitten', 'sitting', 3],
])('from %j to %j it is %d', (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
  expect(editDistance(to, from)).toBe(distance);
});

test('names what somebody may have meant, and nothing that is far off', () => {
  const commands = ['status', 'start', 'scenario'];
  expect(nearest('STATSU', commands)).toBe('status');
  expect(nearest('scen', commands)).toBe('scenario');
  expect(nearest('xyzzy', commands)).toBeUndefined();
});
