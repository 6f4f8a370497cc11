import { expect, test } from 'vitest';

import { commandsIn, writeCommand } from './commands.ts';

test('a line that begins with a slash is a command, with named words and plain ones', () => {
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

test('what is quoted or stands in code is no command', () => {
  expect(commandsIn('> /act light-room\n```\n/act light-room\n```\n/help')).toMatchObject([{ name: 'help' }]);
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
])('what the command line writes is read back: %j', (words) => {
  expect(commandsIn(writeCommand('do-it', words))).toMatchObject([
    { name: 'act', operands: ['do-it'], words },
  ]);
});

test('a sign that ends a line elsewhere stands in a word like any other', () => {
  const words = { words: 'one\u2028two\u2029three\u0085four\rfive\nsix' };
  expect(commandsIn(writeCommand('say', words))).toMatchObject([{ name: 'act', operands: ['say'], words }]);
  expect(commandsIn('/say one\u2028two')).toMatchObject([{ name: 'say', operands: ['one', 'two'] }]);
});
