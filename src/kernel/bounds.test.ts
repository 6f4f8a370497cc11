import { expect, test } from 'vitest';

import { cutTo, fewOf } from './bounds.ts';

test('lists a few of many names, and how many more there are', () => {
  expect(fewOf(['a', 'b'], 2)).toEqual(['a', 'b']);
  expect(fewOf(['a', 'b', 'c', 'd'], 2)).toEqual(['a', 'b', '… and 2 more']);
});

test('cuts a text that is too long, but never in the middle of a character', () => {
  expect(cutTo('abc', 3)).toBe('abc');
  expect(cutTo('abcd', 3)).toBe('ab…');
  expect(cutTo('a😀cd', 3)).toBe('a…');
  expect(cutTo('a😀cd', 4)).toBe('a😀…');
  // Unpaired surrogates: the first and the last of each kind.
  expect(cutTo('a\ud800cd', 3)).toBe('a…');
  expect(cutTo('a\udbffcd', 3)).toBe('a…');
  expect(cutTo('a\udc00cd', 3)).toBe('a\udc00…');
  expect(cutTo('a\ud7ffcd', 3)).toBe('a\ud7ff…');
});
