// The changes of all rules, as programs and pages go through them.
import { expect, test } from 'vitest';

import { changeLog } from './collect.ts';
import type { RuleChange } from './history.ts';

const change = (rule: string, before: string | null, after: string | null): RuleChange => ({
  at: 'A',
  post: 'p',
  rule,
  before,
  after,
  values: { before: [], after: [] },
});
const splices = (...changes: readonly RuleChange[]) =>
  changeLog(new Map(), [], changes).changes.map(({ splice }) => splice);

test.each<[string | null, string | null, readonly unknown[] | null]>([
  ['open for 48 hours', 'open for 36 hours', [9, 2, '36']],
  ['open', 'open', [4, 0, '']],
  ['open', 'opened', [4, 0, 'ed']],
  ['opened', 'open', [4, 2, '']],
  ['open', 'reopen', [0, 0, 're']],
  ['aa', 'aaa', [2, 0, 'a']],
  ['aaa', 'aa', [2, 1, '']],
  ['abab', 'ab', [2, 2, '']],
  ['cat', 'dog', [0, 3, 'dog']],
  ['', 'new', [0, 0, 'new']],
  [null, 'new', [0, 0, 'new']],
  ['old', '', [0, 3, '']],
  ['old', null, null],
])('from %j to %j, splices %j', (before, after, splice) => {
  expect(splices(change('core/a', before, after))).toEqual([splice]);
  if (splice === null) return;
  const [from, length, words] = splice as [number, number, string];
  expect((before ?? '').slice(0, from) + words + (before ?? '').slice(from + length)).toBe(after);
});

test('finds the first texts by undoing all changes, and lists removed rules last', () => {
  const now = new Map([
    ['core/votes', 'Three.'],
    ['core/dice', 'Fair.'],
  ]);
  const titles = [
    { rule: 'core/dice', title: '1.1 Dice' },
    { rule: 'core/votes', title: '1.2 Votes' },
  ];
  const changes = [
    change('core/votes', 'One.', 'Two.'),
    change('core/dice', null, 'Fair.'),
    change('dynastic/old-oil', null, 'Oil.'),
    change('core/votes', 'Two.', 'Three.'),
    change('dynastic/old-oil', 'Oil.', null),
    change('core/tea', 'Tea.', null),
  ];
  const { first, order, changes: told } = changeLog(now, titles, changes);
  expect(first).toEqual({ 'core/votes': 'One.', 'core/tea': 'Tea.' });
  expect(order).toEqual([
    ...titles,
    { rule: 'core/tea', title: 'Tea' },
    { rule: 'dynastic/old-oil', title: 'Old oil' },
  ]);
  expect(told.map(({ rule, at, post }) => [rule, at, post])).toEqual(
    changes.map(({ rule }) => [rule, 'A', 'p']),
  );
});
