import { expect, test } from 'vitest';

import { PLAIN_TERMS, type NamedRole } from './manifest.ts';
import { knowDynasties, knowHead, termsKnown } from './roles.ts';

const alone = { fields: { player: { name: {} }, dynasty: {} } };
const inDynasties = { fields: { ...alone.fields, dynasty: { number: {} } } };
const headed = { fields: { ...alone.fields, dynasty: { number: {}, emperor: {} } } };

test('rules know dynasties if they track something of one, and a head if they track who it is', () => {
  expect([alone, inDynasties, headed].map(knowDynasties)).toEqual([false, true, true]);
  expect([alone, inDynasties, headed, { fields: {} }].map(knowHead)).toEqual([false, false, true, false]);
});

test('a game has words only for the roles that its rules know', () => {
  expect(termsKnown(PLAIN_TERMS, headed)).toEqual(PLAIN_TERMS);
  expect(termsKnown(PLAIN_TERMS, inDynasties)).toEqual({ player: 'Player', players: 'Players' });
});

test('keeps only those roles with a word of their own that the rules know', () => {
  const named = (...names: readonly NamedRole[]): unknown =>
    termsKnown({ ...PLAIN_TERMS, names }, inDynasties).names;
  expect([named('player', 'emperor'), named('emperor'), named('player')]).toEqual([
    ['player'],
    undefined,
    ['player'],
  ]);
});
