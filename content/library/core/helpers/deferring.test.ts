import { expect, test } from 'vitest';
import { followEmperor, majority } from './deferring.ts';

test('DEFERENTIAL follows the emperor’s vote, if that is a valid vote', () => {
  const votes = { ana: 'DEFERENTIAL', bo: 'FOR' };
  expect(followEmperor({ ...votes, cy: 'AGAINST' }, 'cy')).toEqual({
    ana: 'AGAINST',
    bo: 'FOR',
    cy: 'AGAINST',
  });
  expect(followEmperor({ ...votes, cy: 'VETO' }, 'cy')).toEqual({ ...votes, cy: 'VETO' });
  expect(followEmperor(votes, null)).toEqual(votes);
});

test('a majority needs one vote more, and a tie counts as against', () => {
  expect(majority({ a: 'FOR', b: 'AGAINST' })).toBe('AGAINST');
  expect(majority({ a: 'FOR', b: 'FOR', c: 'AGAINST' })).toBe('FOR');
});
