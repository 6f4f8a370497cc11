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

test('it is computed once, and not before somebody asks', () => {
  const { one, times } = counted();
  expect([one.title, times()]).toEqual(['T\u202e', 0]);
  expect([one.words, one.words, times()]).toEqual([['a\u202eb'], ['a\u202eb'], 1]);
});

test('written as JSON, spread or copied it has all of it', () => {
  const whole = { title: 'T\u202e', words: ['a\u202eb'] };
  expect(JSON.parse(JSON.stringify(counted().one))).toEqual(whole);
  expect({ ...counted().one }).toEqual(whole);
  expect(structuredClone(counted().one)).toEqual(whole);
});

test('texts in it are made harmless when they are asked for', () => {
  const { one, times } = counted();
  const safe = harmless({ posts: [{ diffs: [one] }] });
  expect(times()).toBe(0);
  expect(safe).toEqual({ posts: [{ diffs: [{ title: 'T', words: ['ab'] }] }] });
  expect(times()).toBe(1);
});
