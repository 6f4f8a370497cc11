import { expect, test } from 'vitest';
import { votesIn } from './icons.ts';

const icons = [
  { vote: 'FOR', tokens: [':for:'], review: 'approve', reaction: '👍' },
  { vote: 'AGAINST', tokens: [':against:'], review: 'request changes', reaction: '👎' },
  { vote: 'DEFERENTIAL', tokens: [':deferential:', ':def:'], review: 'comment', reaction: '👀' },
];

test('tokens count in the order in which they stand, whatever their capitals', () => {
  expect(votesIn({ via: 'comment', text: ':AGAINST: no, :for:' }, icons)).toEqual(['AGAINST', 'FOR']);
  expect(votesIn({ via: 'comment', text: 'I am for this' }, icons)).toEqual([]);
});

test('a review is a vote by what it says, or by the token in it', () => {
  expect(votesIn({ via: 'review', review: 'request-changes', text: '' }, icons)).toEqual(['AGAINST']);
  expect(votesIn({ via: 'review', review: 'comment', text: 'well, :def:' }, icons)).toEqual(['DEFERENTIAL']);
  expect(votesIn({ via: 'review', review: 'comment', text: 'well' }, icons)).toEqual([]);
});

test('a reaction that is no icon is no vote', () => {
  expect(votesIn({ via: 'reaction', reaction: '👎' }, icons)).toEqual(['AGAINST']);
  expect(votesIn({ via: 'reaction', reaction: '🎉' }, icons)).toEqual([]);
});
