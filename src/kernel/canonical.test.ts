import { expect, test } from 'vitest';

import { canonical } from './values.ts';

test('equal values have equal texts, whatever the order of their keys', () => {
  expect(canonical({ b: 1, a: [{ d: null, c: 'x' }, true] })).toBe('{"a":[{"c":"x","d":null},true],"b":1}');
  expect(canonical({ a: 1, b: 2 })).toBe(canonical({ b: 2, a: 1 }));
});

test('leaves out a key without a value, and gives null for nothing at all', () => {
  expect(canonical({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  expect(canonical(undefined)).toBe('null');
  expect(canonical(null)).toBe('null');
});
