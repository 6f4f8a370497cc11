import { expect, test } from 'vitest';

import { countOf, isCount } from './chance.ts';

test('a count is a number as long as that is exact, and digits beyond that', () => {
  expect(countOf(9_007_199_254_740_991n)).toBe(9_007_199_254_740_991);
  expect(countOf(9_007_199_254_740_992n)).toBe('9007199254740992');
});

test.each([0, 1, 9_007_199_254_740_991, '9007199254740992', `1${'0'.repeat(99)}`])(
  '%s is a count',
  (value) => {
    expect(isCount(value)).toBe(true);
  },
);

test.each([
  -1,
  1.5,
  9_007_199_254_740_992,
  '12',
  '09007199254740992',
  `1${'0'.repeat(100)}`,
  '',
  'x',
  null,
  1n,
])('%s isn’t a count', (value) => {
  expect(isCount(value)).toBe(false);
});
