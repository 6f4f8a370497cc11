import { expect, test } from 'vitest';

import { defineCommand } from './command.ts';
import { readArguments } from './read-arguments.ts';

const command = defineCommand({
  usage: 'change [options] WHAT',
  details: 'Changes something.',
  examples: [],
  options: {
    replace: { type: 'string', value: 'WORDS', summary: 'the words that go' },
    with: { type: 'string', value: 'WORDS', summary: 'the words that come' },
    quiet: { type: 'boolean', summary: 'says nothing' },
  },
  operands: { name: 'WHAT', summary: 'anything', min: 0, max: 2 },
  run: () => Promise.resolve('ok' as const),
});
const read = (...words: string[]): object => {
  const { values, operands } = readArguments('change', command, words);
  return { ...values, operands };
};

test.each([
  [['--replace', '- FOR', '--with', '- YES'], { replace: '- FOR', with: '- YES', operands: [] }],
  [['--replace', '-5', 'rule'], { replace: '-5', operands: ['rule'] }],
  [['--replace', '-- and so on', '--quiet'], { replace: '-- and so on', quiet: true, operands: [] }],
  [['--replace=-x', 'rule'], { replace: '-x', operands: ['rule'] }],
  [['--', '--replace', '- FOR'], { operands: ['--replace', '- FOR'] }],
])('a value may begin with a dash: %j', (words, found) => {
  expect(read(...words)).toEqual(found);
});

test.each([
  [['--replace', '--with', 'x'], '--replace needs a value'],
  [['--replace', '-h'], '--replace needs a value'],
  [['--quiet', '- FOR'], 'no option'],
])('doesn’t take an option for the value of another: %j', (words, said) => {
  expect(() => read(...words)).toThrow(said);
});
