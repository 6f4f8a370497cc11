import { expect, test } from 'vitest';

import { withLazy } from '../data/lazy-property.ts';
import {
  harmless,
  harmlessText,
  isHarmless,
  knownHarmless,
  numberOr,
  textOr,
  timeOr,
} from './harmless-text.ts';

test.each([
  ['turns what follows', 'a\u202eb', 'ab'],
  ['controls a terminal', 'a\u0007b\u009bc', 'abc'],
  ['stands in a tower', `e${'\u0301'.repeat(9)}!`, `e${'\u0301'.repeat(4)}!`],
])('removes what %s, at any depth', (_, text, plain) => {
  expect([isHarmless(text), isHarmless(plain)]).toEqual([false, true]);
  expect(harmlessText(text)).toBe(plain);
  expect(harmless({ one: [text, 7, null], two: { three: text } })).toEqual({
    one: [plain, 7, null],
    two: { three: plain },
  });
});

test('keeps lines, tabs and a few accents, and anything marked as harmless', () => {
  const text = 'A\tb\nc \u0915\u093f e\u0301\u0302';
  expect(harmlessText(text)).toBe(text);
  const known = knownHarmless({ made: '\u202e' });
  expect(harmless(known)).toBe(known);
  expect(harmless({ of: known })).toEqual({ of: { made: '\u202e' } });
});

test.each<[unknown, number | null, string | null, string]>([
  [7, 7, null, '7'],
  ['2024-03-01', null, '2024-03-01', '2024-03-01'],
  ['7', null, null, '7'],
  ['on 2024-03-01', null, null, 'on 2024-03-01'],
  [null, null, null, 'else'],
  [true, null, null, 'else'],
  [['2024-'], null, null, 'else'],
])('reads %j as the number %j, the time %j and the words %j', (value, number, time, words) => {
  expect([numberOr(value), timeOr(value), textOr(value, 'else')]).toEqual([number, time, words]);
});

test('makes a lazy part harmless when it’s first used, and only once', () => {
  let count = 0;
  const made = harmless(
    withLazy({ title: 'a\u202eb' }, 'words', () => {
      count += 1;
      return ['c\u0007d'];
    }),
  );
  expect([made.title, count]).toEqual(['ab', 0]);
  expect([made.words, made.words, count]).toEqual([['cd'], ['cd'], 1]);
  expect(JSON.parse(JSON.stringify(made))).toEqual({ title: 'ab', words: ['cd'] });
});
