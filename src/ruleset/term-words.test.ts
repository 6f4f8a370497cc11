import { expect, test } from 'vitest';

import { whyNotTerms } from './terms.ts';

const terms = (player: string, emperor = 'Emperor') => ({
  player,
  players: `${player}s`,
  emperor,
  emperors: `${emperor}s`,
});

test.each(['Player', 'Vampire Lord', 'Æsir', 'O’Neill', 'Mr. Fox', 'Tri-pod', '人', 'R2D2'])(
  '%s can be a term',
  (word) => {
    expect(whyNotTerms(terms(word))).toBeNull();
  },
);

test.each([
  '',
  ' ',
  'a\nb',
  '[1](#value:window)',
  '<b>',
  '---',
  'a|b',
  '*a*',
  '`a`',
  'a  '.trimStart(),
  'x'.repeat(80),
  '1st',
])('%j can’t be a term', (word) => {
  expect(whyNotTerms(terms(word))).not.toBeNull();
});

test('one word can’t be both terms', () => {
  expect(whyNotTerms(terms('Same', 'same'))).toContain('both');
});
