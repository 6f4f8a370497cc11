import { expect, test } from 'vitest';

import { directionOf, filledIn, inPieces, messageOfParts, translationOf, type Language } from './language.ts';

const polish: Language = {
  tag: 'pl',
  texts: {
    '{1} votes for {2}': '{2}: {1}',
    '{1} votes': { one: '{1} głos', few: '{1} głosy', many: '{1} głosów', other: '{1} głosu' },
  },
};

test('leaves a text English if nobody translated it', () => {
  expect(translationOf(polish, 'The ledger', [])).toBe('The ledger');
  expect(translationOf(polish, 'constructor', [])).toBe('constructor');
});

test('a translation has its own word order', () => {
  const message = messageOfParts(['', ' votes for ', '']);
  expect(filledIn(translationOf(polish, message, [3, 'Ana']), [3, 'Ana'])).toBe('Ana: 3');
});

test.each([
  [1, '1 głos'],
  [3, '3 głosy'],
  [5, '5 głosów'],
])('uses the language’s own form for the number %i', (count, shown) => {
  expect(filledIn(translationOf(polish, '{1} votes', [count]), [count])).toBe(shown);
});

test('puts words into the elements around them, and nothing for what is missing', () => {
  const link = (text: unknown): unknown => ({ link: text });
  expect(inPieces('Read <2>the {1} rules</2>, {3}', ['new', link, null])).toEqual([
    'Read ',
    { link: ['the ', 'new', ' rules'] },
    ', ',
    null,
  ]);
  expect(filledIn('a{1}b', [undefined])).toBe('ab');
});

test('knows the writing direction of a language', () => {
  expect(['he', 'ar', 'de', 'pt-BR'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
});
