import { expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { countsOf, sayCounts, stateOf, stepsOf, voteCountedBy } from './ballot.ts';

const silent = { ballot: { votes: [], counts: [], states: [] } };
const spoken: Pick<ModelDescription, 'ballot'> = {
  ballot: {
    votes: [],
    counts: [
      { key: 'yes', title: 'for', vote: 'FOR' },
      { key: 'no', title: 'against' },
    ],
    states: [{ key: 'vetoed', title: 'vetoed', means: 'failing' }],
  },
} as never;

test('counts are those that the rules name, in order, or else all but the place in the queue', () => {
  expect(sayCounts(countsOf(spoken, { no: 2, yes: 3, other: 4 }))).toBe('3 for, 2 against');
  expect(sayCounts(countsOf(spoken, {}))).toBe('0 for, 0 against');
  expect(sayCounts(countsOf(silent, { ayes: 1, queue: 7, quorate: true }))).toBe('1 ayes');
});

test('a tally’s mark is the first that applies, with its meaning if the rules give one', () => {
  expect(stateOf(spoken, { vetoed: true })).toEqual({ title: 'vetoed', means: 'failing' });
  expect(stateOf(spoken, { vetoed: false })).toBeNull();
  expect(stateOf(silent, { tied: true })).toEqual({ title: 'tied', means: null });
});

test('a count names its vote, or is named like it', () => {
  const { counts } = spoken.ballot;
  expect([voteCountedBy(counts, 'yes'), voteCountedBy(counts, 'no')]).toEqual(['FOR', 'NO']);
});

test('only texts are steps of a count', () => {
  expect(stepsOf({ told: ['round 1', 2, 'round 2'] })).toEqual({ told: ['round 1', 'round 2'] });
  expect([stepsOf({}), stepsOf({ told: 'round 1' }), stepsOf({ told: [] })]).toEqual([{}, {}, {}]);
});
