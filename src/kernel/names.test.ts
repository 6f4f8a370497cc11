import { expect, test } from 'vitest';

import { bytesAsFileName, nearest, slug, toCamel, toKebab } from './names.ts';

test.each([
  ['bloodManaCrystals', 'blood-mana-crystals'],
  ['blood-mana', 'blood-mana'],
  ['Hall', 'hall'],
  ['hallA', 'hall-a'],
])('%s is %s in kebab case', (name, id) => {
  expect(toKebab(name)).toBe(id);
});

test('an id in camel case has no hyphens, also before digits', () => {
  expect(toCamel('blood-mana-2-crystals')).toBe('bloodMana2Crystals');
});

test.each([
  ['Main Hall!', 'main-hall'],
  ['--a  b--', 'a-b'],
  ['!!!', ''],
  ['constructor', 'a-constructor'],
  ['Constructors', 'constructors'],
])('%s has the slug "%s"', (text, wanted) => {
  expect(slug(text)).toBe(wanted);
});

test.each([
  ['Ana Lee_2.-', 11],
  ['!', 3],
  ['\u007f', 3],
  ['\u0080', 6],
  ['é', 2],
  ['\u07ca', 2],
  ['\u0800', 3],
  ['例', 3],
  ['\uffdc', 3],
  ['\u{10000}', 4],
  ['😀', 12],
  // Letters that aren't composed are escaped, except the plain ones among them.
  ['e\u0301', 1 + 6],
])('%j takes %i bytes as a file name', (id, bytes) => {
  expect(bytesAsFileName(id)).toBe(bytes);
});

test('the nearest name has the fewest letters to change, and is the first of several', () => {
  expect(nearest('rom', ['room', 'ram', 'hall'])).toBe('room');
  expect(nearest('rom', ['hall', 'rim', 'ram'])).toBe('rim');
  expect(nearest('rooms', ['hall', 'room', 'rooms'])).toBe('rooms');
  expect(nearest('HALL', ['room', 'hall'])).toBe('hall');
  expect(nearest('hall', ['HALL'])).toBe('HALL');
});

test('counts each inserted, omitted or changed letter as one', () => {
  // Three letters of a word of nine may differ, and one of a short one.
  expect(nearest('abcdefghi', ['abcdefxyz'])).toBe('abcdefxyz');
  expect(nearest('abcdefghi', ['abcdewxyz'])).toBe(null);
  expect(nearest('abcdefghi', ['abcdef'])).toBe('abcdef');
  expect(nearest('abcdefghi', ['abcdefghi123'])).toBe('abcdefghi123');
  expect(nearest('abcdefghi', ['abcdefghi1234'])).toBe(null);
  expect(nearest('ab', ['xb'])).toBe('xb');
  expect(nearest('ab', ['xy'])).toBe(null);
  expect(nearest('zoe', ['bo'])).toBe(null);
  expect(nearest('abcde', ['xbcde'])).toBe('xbcde');
  expect(nearest('abcde', ['xycde'])).toBe(null);
  expect(nearest('abcdef', ['xycdef'])).toBe('xycdef');
  expect(nearest('stories', ['story'])).toBe('story');
  expect(nearest('', ['ab'])).toBe(null);
  expect(nearest('a', [])).toBe(null);
});

test('counts two swapped letters as one slip', () => {
  expect(nearest('nmae', ['name'])).toBe('name');
  expect(nearest('cjf', ['cfj'])).toBe('cfj');
  expect(nearest('cjff', ['fjc'])).toBe(null);
});
