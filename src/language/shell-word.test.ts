import { execFileSync } from 'node:child_process';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shellWord } from './shell-word.ts';

/** Returns the words into which a shell splits a line. */
function wordsOf(line: string): readonly string[] {
  const out = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return out.split('\0').slice(0, -1);
}

test('a shell reads each word as it was meant', () => {
  const letter = fc.oneof(
    fc.constantFrom(
      ' ',
      '"',
      "'",
      '$',
      '`',
      '\\',
      '!',
      '*',
      '~',
      '#',
      ';',
      '&',
      '-',
      '(',
      '\n',
      '{',
      '=',
      'a',
      'é',
    ),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit: letter }), { minLength: 1, maxLength: 40 }), (words) => {
      expect(wordsOf(words.map(shellWord).join(' '))).toEqual(words);
    }),
  );
});

test.each([
  ['harbour', 'harbour'],
  ['../games/für-uns', '../games/für-uns'],
  ['my game', '"my game"'],
  ['', '""'],
  ['--add-rule', '--add-rule'],
  ['Costs $5', "'Costs $5'"],
  ["Ana's", '"Ana\'s"'],
  [String.raw`C:\My games\one`, String.raw`"C:\My games\one"`],
])('writes %j as %s', (text, written) => {
  expect(shellWord(text)).toBe(written);
});
