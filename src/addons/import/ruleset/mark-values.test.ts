import { expect, test } from 'vitest';

import { markValues } from './mark-values.ts';

const rule = (body: string): string => `---\ntitle: Votes\norder: 10\n---\n\n${body}\n`;
const LIBRARY = rule(
  'A Matter stays open for at least [48](#value:window) hours, and each Player may cast [2](#value:votes) Votes, of which [2](#value:vetoes) may be vetoes.',
);
const NAMES = ['window', 'votes', 'vetoes'];

test('marks a number that occurs once, beside the same words', () => {
  const { text, marked } = markValues(
    rule('No matter is closed before it was open for 48 hours.'),
    LIBRARY,
    NAMES,
  );
  expect(text).toBe(rule('No matter is closed before it was open for [48](#value:window) hours.'));
  expect(marked).toEqual({ window: '48' });
});

test('of several places, marks the one with the same neighbours', () => {
  const { text } = markValues(
    rule('In 2 days each player may cast 2 votes, of which 2 may be vetoes.'),
    LIBRARY,
    NAMES,
  );
  expect(text).toBe(
    rule(
      'In 2 days each player may cast [2](#value:votes) votes, of which [2](#value:vetoes) may be vetoes.',
    ),
  );
});

test.each([
  ['another number', 'It is open for 36 hours.'],
  ['a number elsewhere', 'There are 48 stars on it.'],
  ['part of a number', 'It is open for 148 hours, or 48.5 hours.'],
  ['two places alike', 'It is open for 48 hours, or for 48 hours.'],
  ['what is a link already', 'It is open for [48](https://example.org) hours.'],
])('leaves what is unsure as it is: %s', (_, body) => {
  expect(markValues(rule(body), LIBRARY, NAMES)).toEqual({ text: rule(body), marked: {} });
});
