import { expect, test } from 'vitest';

import { asSentence, capitalised, inARow } from './sentence.ts';

test('a sentence begins with a capital and ends with a full stop, unless it ends otherwise', () => {
  expect(asSentence('no room is lit')).toBe('No room is lit.');
  expect(asSentence('who is it?')).toBe('Who is it?');
  expect(asSentence('it burns.')).toBe('It burns.');
  expect(asSentence('it burns!')).toBe('It burns!');
  expect(capitalised('')).toBe('');
});

test('a sentence in a row has no full stop before what follows, and keeps it at the end', () => {
  expect(inARow(['It is kind.', 'glyph', 'No. 5 etc.'])).toBe('It is kind, glyph, No. 5 etc.');
});
