import { expect, test } from 'vitest';

import { joinUnits, splitByKnown, splitCells, splitLines, splitSentences, unitKey } from './sentences.ts';

const texts = (units: readonly { readonly text: string }[]): string[] => units.map(({ text }) => text);

test.each([
  ['One. Two.', ['One.', 'Two.']],
  ['One! two? Three', ['One!', 'two?', 'Three']],
  ['“One.” Two.', ['“One.”', 'Two.']],
  ['It waits (e.g. a day). Then it goes.', ['It waits (e.g. a day).', 'Then it goes.']],
  ['See no. 7 of J. Smith, etc. and so on.', ['See no. 7 of J. Smith, etc. and so on.']],
  ['These: one and two.', ['These: one and two.']],
  ['These: One and two.', ['These:', 'One and two.']],
  ['Done; 3 are left.', ['Done;', '3 are left.']],
  ['Done; *Three* are left.', ['Done;', '*Three* are left.']],
  ['A 3.5 stays', ['A 3.5 stays']],
  ['', []],
])('splits %j into its sentences', (text, wanted) => {
  expect(texts(splitSentences(text))).toEqual(wanted);
  expect(joinUnits(splitSentences(text), ' ')).toBe(text);
});

test('recognizes an abbreviation only within its own sentence, right before the full stop', () => {
  expect(texts(splitSentences('One. e.g. two.'))).toEqual(['One.', 'e.g. two.']);
  expect(texts(splitSentences(`${'x'.repeat(60)} e.g. two.`))).toEqual([`${'x'.repeat(60)} e.g. two.`]);
  expect(texts(splitSentences('X. One. Two.'))).toEqual(['X. One.', 'Two.']);
});

test('keeps the spaces between sentences', () => {
  expect(splitSentences('One.  Two.\nThree.')).toEqual([
    { text: 'One.', after: '  ' },
    { text: 'Two.', after: '\n' },
    { text: 'Three.', after: '' },
  ]);
});

test('splits a row at its bars, except escaped ones', () => {
  expect(splitCells('a | b \\| c | ')).toEqual([
    { text: 'a', after: ' | ' },
    { text: 'b \\| c', after: ' | ' },
  ]);
  expect(splitCells('a|b')).toEqual([
    { text: 'a', after: '|' },
    { text: 'b', after: '' },
  ]);
});

test('code lines keep their line endings', () => {
  expect(splitLines('a\n\nb')).toEqual([
    { text: 'a', after: '\n' },
    { text: '', after: '\n' },
    { text: 'b', after: '' },
  ]);
});

test('the key of a unit ignores its spacing', () => {
  expect(unitKey({ text: '  a \n b ', after: '' })).toBe('a b');
});

test('joins units with their own separators or a default gap; the last one loses its blanks', () => {
  const unit = (text: string, after: string) => ({ text, after });
  expect(joinUnits([unit('a', ''), unit('b', '\n'), unit('c', ' | ')], ' ')).toBe('a b\nc |');
  expect(joinUnits([], ' ')).toBe('');
});

test('splits off words put before or after a known text as an addition to it', () => {
  const known = new Set(['the old text', 'a b']);
  const split = (text: string): string[] => texts(splitByKnown([{ text, after: '!' }], known));
  expect(split('the old text and more')).toEqual(['the old text', 'and more']);
  expect(split('before the old text')).toEqual(['before', 'the old text']);
  expect(split('before the old text and more')).toEqual(['before the old text and more']);
  expect(split('the old text')).toEqual(['the old text']);
  // One or two words may occur anywhere.
  expect(split('a b and more')).toEqual(['a b and more']);
  expect(splitByKnown([{ text: 'the old text  and more', after: '!' }], known)).toEqual([
    { text: 'the old text', after: '  ' },
    { text: 'and more', after: '!' },
  ]);
  const long = `the old text ${'and more '.repeat(600)}`;
  expect(split(long)).toEqual([long]);
});
