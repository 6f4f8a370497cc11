import { expect, test } from 'vitest';

import { oneSided } from './merge-sequence.ts';

test.each([
  ['a', 'a', 'a', 'a'],
  ['a', 'b', 'a', 'b'],
  ['a', 'a', 'b', 'b'],
  ['a', 'b', 'b', 'b'],
  ['a', 'b', 'c', null],
])('for base %j and sides %j and %j, returns %j', (base, ours, theirs, wanted) => {
  expect(oneSided(base, ours, theirs)).toBe(wanted);
});
