import { expect, test } from 'vitest';
import { withoutCommentary } from './commentary.ts';
import { inWords } from './number-words.ts';
import { dynastyName, ordinal } from './ordinals.ts';
import { subjectOf } from './subject.ts';
import { grantsVictory, hasTag } from './tags.ts';
import { newTerms, occursIn } from './terms.ts';

test('counts dynasties in words, and large numbers in figures', () => {
  expect([1, 12, 20, 21, 99, 101, 112].map(ordinal)).toEqual([
    'First',
    'Twelfth',
    'Twentieth',
    'Twenty-First',
    'Ninety-Ninth',
    '101st',
    '112th',
  ]);
  expect(dynastyName(2, 'bo')).toBe('The Second Dynasty of bo');
  expect([4, 5, 48, 1_000_000].map(inWords)).toEqual(['four', 'five', '48', 'a million']);
});

test('a subject is what follows the first colon', () => {
  expect(subjectOf('Proposal: a: b')).toBe('a: b');
  expect(subjectOf('Lamps')).toBe('Lamps');
  expect(subjectOf('Proposal:  ')).toBe('');
});

test('finds a tag anywhere in a title, in any case', () => {
  expect(hasTag('Faster [core]', 'Core')).toBe(true);
  expect(hasTag('Core things', 'Core')).toBe(false);
});

test('victory can be granted by itself or among other values', () => {
  expect(grantsVictory({ path: 'players.bo.victory', value: true })).toBe(true);
  expect(grantsVictory({ path: 'players.bo', value: { victory: true } })).toBe(true);
  expect(grantsVictory({ path: 'players.bo.victory', value: false })).toBe(false);
  expect(grantsVictory({ path: 'game.victory', value: true })).toBe(false);
});

test('a plural that isn’t given is the singular with an s', () => {
  const old = { player: 'Player', players: 'Players', emperor: 'Emperor', emperors: 'Emperors' };
  expect(newTerms(old, { player: 'Sailor' })).toEqual({ ...old, player: 'Sailor', players: 'Sailors' });
  expect(newTerms(old, { player: 'Ox', players: 'Oxen' })).toEqual({ ...old, player: 'Ox', players: 'Oxen' });
});

test('finds a term only as whole words, and not in the address of a link', () => {
  expect(occursIn('ox', 'An Ox, indeed')).toBe(true);
  expect(occursIn('ox', 'A box of [five](#value:ox)')).toBe(false);
  expect(occursIn('Vampire Lord', 'every vampire\nlord')).toBe(true);
});

test('sets aside what is under the heading for commentary', () => {
  expect(withoutCommentary('Yes.\n\n## Commentary\n\nWhy not', 'Commentary')).toEqual({
    body: 'Yes.',
    commentary: 'Why not',
  });
  expect(withoutCommentary('No commentary here', 'Commentary')).toEqual({
    body: 'No commentary here',
    commentary: null,
  });
});
