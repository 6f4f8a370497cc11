import { expect, test } from 'vitest';

import { headCalled, isName, withTerms } from './roles.ts';
import type { Terms } from './manifest.ts';

const terms = (emperor?: string, more: Partial<Terms> = {}): Terms => ({
  player: 'Elf',
  players: 'Elves',
  ...(emperor !== undefined && { emperor, emperors: `${emperor}s` }),
  ...more,
});

test.each([
  ['Captain', 'the Captain'],
  ['Ada von Hagen', 'Ada von Hagen'],
  ['Ana de la Cruz', 'Ana de la Cruz'],
  ['Keeper of the Keys', 'the Keeper of the Keys'],
  ['Old Nick', 'the Old Nick'],
])('calls %s %s in a sentence', (emperor, called) => {
  expect(headCalled(terms(emperor))).toBe(called);
});

test('a game can say which of its terms are names, whatever the words are', () => {
  expect(headCalled(terms('Old Nick', { names: ['emperor'] }))).toBe('Old Nick');
  expect(headCalled(terms('Ada von Hagen', { names: [] }))).toBe('the Ada von Hagen');
  expect(isName(terms('Captain', { player: 'Nobody', names: ['player'] }), 'player')).toBe(true);
  expect(isName(terms('Captain', { player: 'Nobody' }), 'player')).toBe(false);
});

test('uses the plain term if the rules know nobody at their head', () => {
  expect(headCalled(terms())).toBe('the Emperor');
  expect(isName(terms(), 'emperor')).toBe(false);
});

test('a new term isn’t a name just because the old one was, and the other term stays one', () => {
  const named = terms('Old Nick', { names: ['player', 'emperor'] });
  expect(withTerms(named, { emperor: 'Captain', emperors: 'Captains' })).toEqual({
    ...terms('Captain'),
    names: ['player'],
  });
  expect(withTerms(terms('Old Nick', { names: ['emperor'] }), { emperor: 'Captain' }).names).toBeUndefined();
  expect(withTerms(named, { emperors: 'Nicks' }).names).toEqual(['player', 'emperor']);
  expect(withTerms(terms('Captain'), { emperor: 'Nick', names: ['emperor'] }).names).toEqual(['emperor']);
});

test('a game that says nothing of names still says nothing of them with new terms', () => {
  expect(withTerms(terms('Captain'), { emperor: 'Nick', emperors: 'Nicks' })).toEqual(terms('Nick'));
});
