import { expect, test } from 'vitest';

import { findOdd } from './find-odd.ts';
import { commentsIn, paragraphsIn } from './read-prose.ts';

const finds = (text: string): number => findOdd([{ where: 'kernel.ts:1', text }]).length;

test.each([
  'Whoever looks has it at once.',
  'Those that were in force before.',
  'The last line; null where there is none.',
  'Where nothing has changed, nothing is written.',
  'Of a matter: its status.',
  'What is pending stays so. It waits.',
  'Reads everything anew.',
  'It is written, so that it stays, so that nobody loses it.',
])('finds %j', (text) => {
  expect(finds(text)).toBeGreaterThan(0);
});

test.each([
  'True if a clean snapshot is available.',
  'Where does it end? What is a rule?',
  'Anybody can see whatever they like.',
  'The folder where the game lies.',
  'It stays, so that nobody loses it.',
])('%j is good English', (text) => {
  expect(finds(text)).toBe(0);
});

test('joins comments over their lines, without code', () => {
  const source = `/**\n * One of\n * \`them\`.\n */\nconst a = 1; // behind\n// Two\n// lines.\n\n// Another.\n/* x */\n`;
  expect(commentsIn(source)).toMatchObject([
    { line: 1, text: 'One of x.' },
    { line: 6, text: 'Two lines.' },
    { line: 9, text: 'Another.' },
    { line: 10, text: 'x' },
  ]);
});

test('joins paragraphs and items over their lines, and leaves out code', () => {
  expect(paragraphsIn('# One\n\nTwo\nlines.\n- a\n- b\n\n```\nWhoever\n```\nLast `x y`\n')).toEqual([
    { line: 1, text: 'One' },
    { line: 3, text: 'Two lines.' },
    { line: 5, text: 'a' },
    { line: 6, text: 'b' },
    { line: 11, text: 'Last x' },
  ]);
});
