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
])('in a sentence %s is called %s', (emperor, called) => {
  expect(headCalled(terms(emperor))).toBe(called);
});

test('a game says which of its terms are names, whatever the words are', () => {
  expect(headCalled(terms('Old Nick', { names: ['emperor'] }))).toBe('Old Nick');
  expect(headCalled(terms('Ada von Hagen', { names: [] }))).toBe('the Ada von Hagen');
  expect(isName(terms('Captain', { player: 'Nobody', names: ['player'] }), 'player')).toBe(true);
  expect(isName(terms('Captain', { player: 'Nobody' }), 'player')).toBe(false);
});

test('where rules know nobody at their head, the plain term stands in', () => {
  expect(headCalled(terms())).toBe('the Emperor');
  expect(isName(terms(), 'emperor')).toBe(false);
});

test('that the old word was a name says nothing of the new one, and the other stays a name', () => {
  const named = terms('Old Nick', { names: ['player', 'emperor'] });
  expect(withTerms(named, { emperor: 'Captain', emperors: 'Captains' })).toEqual({
    ...terms('Captain'),
    names: ['player'],
  });
  expect(withTerms(terms('Old Nick', { names: ['emperor'] }), { emperor: 'Captain' }).names).toBeUndefined();
  expect(withTerms(named, { emperors: 'Nicks' }).names).toEqual(['player', 'emperor']);
  expect(withTerms(terms('Captain'), { emperor: 'Nick', names: ['emperor'] }).names).toEqual(['emperor']);
});

test('a game that says nothing of names says nothing of them afterwards', () => {
  expect(withTerms(terms('Captain'), { emperor: 'Nick', emperors: 'Nicks' })).toEqual(terms('Nick'));
});
