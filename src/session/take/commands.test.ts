import { expect, test } from 'vitest';

import { commandsIn, readWords, writeCommand } from './commands.ts';

test('a line starting with a slash is a command with named and unnamed arguments', () => {
  const text =
    'I do this.\n/act light-room room=D4 name="Bone Hall" times=3 lit=yes features=[fog, rats]\n\n/help\nand/or /not this';
  expect(commandsIn(text)).toMatchObject([
    {
      name: 'act',
      operands: ['light-room'],
      words: { room: 'D4', name: 'Bone Hall', times: 3, lit: 'yes', features: ['fog', 'rats'] },
    },
    { name: 'help', operands: [], words: {} },
  ]);
});

test('ignores commands in quotes or code', () => {
  expect(commandsIn('> /act light-room\n```\n/act light-room\n```\n/help')).toMatchObject([{ name: 'help' }]);
});

test.each([
  ['code that begins like a fence', '```x``` is it.\n\n/help', ['help']],
  ['a fence in a fence of tildes', '~~~\n```\n~~~\n/help', ['help']],
  ['a shorter fence in a longer one', '````\n```\n/act dig\n```\n````\n/help', ['help']],
  ['a fence in a comment', '<!--\n```\n-->\n\n/help', ['help']],
  ['a quote', '> ```\n> /act dig\n> ```\n\n/help', ['help']],
  ['folded lines', '<details>\n\n/help\n\n</details>', ['help']],
  ['a fence without an end', '/help\n\n~~~\n/act dig', ['help']],
])('%s: finds the commands that a reader sees', (_name, text, names) => {
  expect(commandsIn(text).map(({ name }) => name)).toEqual(names);
});

test.each([
  [{ room: 'D4' }],
  [{ name: 'Bone Hall', n: 3, on: true, list: ['a', 'b'] }],
  [{ text: 'a "quoted" word' }],
  [{ word: 'true' }],
  [
    {
      moves: [
        ['a', 'b'],
        [1, 2],
      ],
      odds: { up: { by: 'a "b]" c' }, down: [] },
    },
  ],
  [{ 'No such word': 'x', text: "two\nlines [with] {all} 'sorts'" }],
  [{ nothing: null, empty: '', date: '2021-06-18', zero: -0.5 }],
])('reads back what the command line writes: %j', (words) => {
  expect(commandsIn(writeCommand('do-it', words))).toMatchObject([
    { name: 'act', operands: ['do-it'], words },
  ]);
});

test('an unusual line separator counts as part of a word', () => {
  const words = { words: 'one\u2028two\u2029three\u0085four\rfive\nsix' };
  expect(commandsIn(writeCommand('say', words))).toMatchObject([{ name: 'act', operands: ['say'], words }]);
  expect(commandsIn('/say one\u2028two')).toMatchObject([{ name: 'say', operands: ['one', 'two'] }]);
});

test('a command starts at the beginning of its line, and trailing blanks are dropped', () => {
  expect(commandsIn('  /help\n\t/help\n/help  \n/act  light-room\t ')).toEqual([
    { name: 'help', operands: [], words: {}, line: '/help' },
    { name: 'act', operands: ['light-room'], words: {}, line: '/act  light-room' },
  ]);
});

test('writes a word without quotes if it reads back as that word', () => {
  const words = {
    room: 'D4',
    'new-name': 'no',
    lit: true,
    n: 3,
    list: ['a'],
    none: null,
    'Bone Hall': 'a b',
  };
  expect(writeCommand('light-room', words)).toBe(
    '/act light-room room=D4 new-name="no" lit=true n=3 list=["a"] none=null "Bone Hall"="a b"',
  );
  expect(writeCommand('two words', {})).toBe('/act "two words"');
});

test.each<[string, readonly string[], Readonly<Record<string, unknown>>]>([
  ['"Bone Hall" "3" \'', ['Bone Hall', '3', "'"], {}],
  ['name= other=""', [], { name: '', other: '' }],
  ["name='two words' n='3' last", ['last'], { name: 'two words', n: '3' }],
  ['Name=a NAME=b "Name"=c', [], { name: 'b', Name: 'c' }],
  ['[a, b', ['[a,', 'b'], {}],
  ['list=[a b {c', ['b', '{c'], { list: '[a' }],
  ['[[a], b] {c: d}', ['[[a], b]', '{c: d}'], {}],
  ['["]" , b] c', ['["]" , b]', 'c'], {}],
  [`list=[" '] ' b] c`, ['c'], { list: `[" '] ' b]` }],
  ['["a] b', ['["a]', 'b'], {}],
])('splits %s into words', (text, operands, words) => {
  expect(readWords(text)).toEqual({ operands, words });
});
