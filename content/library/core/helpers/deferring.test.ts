import { expect, test } from 'vitest';
import { followEmperor, majority } from './deferring.ts';

test('DEFERENTIAL is what the emperor votes, if that is a valid vote', () => {
  const votes = { ana: 'DEFERENTIAL', bo: 'FOR' };
  expect(followEmperor({ ...votes, cy: 'AGAINST' }, 'cy')).toEqual({
    ana: 'AGAINST',
    bo: 'FOR',
    cy: 'AGAINST',
  });
  expect(followEmperor({ ...votes, cy: 'VETO' }, 'cy')).toEqual({ ...votes, cy: 'VETO' });
  expect(followEmperor(votes, null)).toEqual(votes);
});

test('the majority is of one more', () => {
  expect(majority({ a: 'FOR', b: 'AGAINST' })).toBe('AGAINST');
  expect(majority({ a: 'FOR', b: 'FOR', c: 'AGAINST' })).toBe('FOR');
});
