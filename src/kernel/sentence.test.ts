import { expect, test } from 'vitest';

import { asSentence, capitalised, inARow, pluralOf } from './sentence.ts';

test('a sentence begins with a capital and ends with a full stop, unless it ends otherwise', () => {
  expect(asSentence('no room is lit')).toBe('No room is lit.');
  expect(asSentence('who is it?')).toBe('Who is it?');
  expect(asSentence('it burns.')).toBe('It burns.');
  expect(asSentence('it burns!')).toBe('It burns!');
  expect(capitalised('')).toBe('');
});

test.each([
  'core/votes.md:3: it is empty',
  'players.ana.oil must be a number',
  'gitnomic tick does that',
  'content/game.yml',
])('keeps the path or command at the start as typed in %j', (text) => {
  expect(asSentence(text)).toBe(`${text}.`);
});

test('sentences in a row lose the full stop before the next one, and keep the last', () => {
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
])('the plural of %s is %s', (one, several) => {
  expect(pluralOf(one)).toBe(several);
});
