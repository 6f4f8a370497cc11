import { expect, test } from 'vitest';

import { PLAIN_TERMS } from './manifest.ts';
import { knowDynasties, knowHead, termsKnown } from './roles.ts';

const alone = { fields: { player: { name: {} }, dynasty: {} } };
const inDynasties = { fields: { ...alone.fields, dynasty: { number: {} } } };
const headed = { fields: { ...alone.fields, dynasty: { number: {}, emperor: {} } } };

test('rules know dynasties that track something of one, and a head where they track who it is', () => {
  expect([alone, inDynasties, headed].map(knowDynasties)).toEqual([false, true, true]);
  expect([alone, inDynasties, headed, { fields: {} }].map(knowHead)).toEqual([false, false, true, false]);
});

test('a game has words for those whom its rules know', () => {
  expect(termsKnown(PLAIN_TERMS, headed)).toEqual(PLAIN_TERMS);
  expect(termsKnown(PLAIN_TERMS, inDynasties)).toEqual({ player: 'Player', players: 'Players' });
});
