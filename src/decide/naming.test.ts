import { expect, test } from 'vitest';

import { lookOf } from './naming.ts';

test.each([
  ['Ana', 'ana'],
  ['Ana', 'Аna'],
  ['ana', 'а\u200bna'],
  ['HANA', 'ΗΑΝΑ'],
  ['Zoë', 'Zoe'],
  ['Al', 'AI'],
  ['Al', 'A1'],
  ['O’Neil', '0’Neil'],
  ['Sexton Pike', 'sexton-pike'],
  ['ﬁre', 'fire'],
  ['İda', 'ida'],
])('%s looks like %s', (one, other) => {
  expect(lookOf(other)).toBe(lookOf(one));
});

test.each([
  ['Ana', 'Anna'],
  ['Votes', 'Voter'],
  ['Rule 2', 'Rule 3'],
  ['ηανα', 'HANA'],
])('%s looks like no %s', (one, other) => {
  expect(lookOf(other)).not.toBe(lookOf(one));
});
