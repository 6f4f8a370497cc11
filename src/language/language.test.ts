import { expect, test } from 'vitest';

import { directionOf, filledIn, inPieces, messageOfParts, translationOf, type Language } from './language.ts';

const polish: Language = {
  tag: 'pl',
  texts: {
    '{1} votes for {2}': '{2}: {1}',
    '{1} votes': { one: '{1} głos', few: '{1} głosy', many: '{1} głosów', other: '{1} głosu' },
  },
};

test('a text that nobody translated stays English', () => {
  expect(translationOf(polish, 'The ledger', [])).toBe('The ledger');
  expect(translationOf(polish, 'constructor', [])).toBe('constructor');
});

test('a translation has its own order', () => {
  const message = messageOfParts(['', ' votes for ', '']);
  expect(filledIn(translationOf(polish, message, [3, 'Ana']), [3, 'Ana'])).toBe('Ana: 3');
});

test.each([
  [1, '1 głos'],
  [3, '3 głosy'],
  [5, '5 głosów'],
])('a language has its own forms for a number: %i', (count, shown) => {
  expect(filledIn(translationOf(polish, '{1} votes', [count]), [count])).toBe(shown);
});

test('words go into the elements around them, and what is not there is nothing', () => {
  const link = (text: unknown): unknown => ({ link: text });
  expect(inPieces('Read <2>the {1} rules</2>, {3}', ['new', link, null])).toEqual([
    'Read ',
    { link: ['the ', 'new', ' rules'] },
    ', ',
    null,
  ]);
  expect(filledIn('a{1}b', [undefined])).toBe('ab');
});

test('a language is read from the side of its script', () => {
  expect(['he', 'ar', 'de', 'pt-BR'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
});
