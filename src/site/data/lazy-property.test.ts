import { expect, test } from 'vitest';

import { harmless } from '../prepare/harmless-text.ts';
import { withLazy } from './lazy-property.ts';

function counted() {
  let times = 0;
  const compute = (): readonly string[] => {
    times += 1;
    return ['a\u202eb'];
  };
  return { one: withLazy({ title: 'T\u202e' }, 'words', compute), times: () => times };
}

test('computes the value once, on first use', () => {
  const { one, times } = counted();
  expect([one.title, times()]).toEqual(['T\u202e', 0]);
  expect([one.words, one.words, times()]).toEqual([['a\u202eb'], ['a\u202eb'], 1]);
});

test('includes the value when written as JSON, spread or cloned', () => {
  const whole = { title: 'T\u202e', words: ['a\u202eb'] };
  expect(JSON.parse(JSON.stringify(counted().one))).toEqual(whole);
  expect({ ...counted().one }).toEqual(whole);
  expect(structuredClone(counted().one)).toEqual(whole);
});

test('makes its texts harmless on first use', () => {
  const { one, times } = counted();
  const safe = harmless({ posts: [{ diffs: [one] }] });
  expect(times()).toBe(0);
  expect(safe).toEqual({ posts: [{ diffs: [{ title: 'T', words: ['ab'] }] }] });
  expect(times()).toBe(1);
});
