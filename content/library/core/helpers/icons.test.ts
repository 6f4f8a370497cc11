import { expect, test } from 'vitest';
import { votesIn } from './icons.ts';

const icons = [
  { vote: 'FOR', tokens: [':for:'], review: 'approve', reaction: '👍' },
  { vote: 'AGAINST', tokens: [':against:'], review: 'request changes', reaction: '👎' },
  { vote: 'DEFERENTIAL', tokens: [':deferential:', ':def:'], review: 'comment', reaction: '👀' },
];

test('reads tokens in the order in which they occur, in any case', () => {
  expect(votesIn({ via: 'comment', text: ':AGAINST: no, :for:' }, icons)).toEqual(['AGAINST', 'FOR']);
  expect(votesIn({ via: 'comment', text: 'I am for this' }, icons)).toEqual([]);
});

test('a review votes by its verdict, or by the token in it', () => {
  expect(votesIn({ via: 'review', review: 'request-changes', text: '' }, icons)).toEqual(['AGAINST']);
  expect(votesIn({ via: 'review', review: 'comment', text: 'well, :def:' }, icons)).toEqual(['DEFERENTIAL']);
  expect(votesIn({ via: 'review', review: 'comment', text: 'well' }, icons)).toEqual([]);
});

test('a reaction that isn’t an icon isn’t a vote', () => {
  expect(votesIn({ via: 'reaction', reaction: '👎' }, icons)).toEqual(['AGAINST']);
  expect(votesIn({ via: 'reaction', reaction: '🎉' }, icons)).toEqual([]);
});
