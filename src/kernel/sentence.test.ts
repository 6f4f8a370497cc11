import { expect, test } from 'vitest';

import { asSentence, capitalised, inARow, pluralOf } from './sentence.ts';

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

test.each([
  ['Sailor', 'Sailors'],
  ['Boss', 'Bosses'],
  ['Fox', 'Foxes'],
  ['Witch', 'Witches'],
  ['Spy', 'Spies'],
  ['Monkey', 'Monkeys'],
  ['Elf', 'Elves'],
  ['Chief', 'Chiefs'],
  ['Seaman', 'Seamen'],
  ['Shaman', 'Shamans'],
  ['Space Hero', 'Space Heroes'],
  ['Agent 7', 'Agent 7'],
  ['Игрок', 'Игрок'],
  ['選手', '選手'],
])('several of the kind %s are %s', (one, several) => {
  expect(pluralOf(one)).toBe(several);
});
