import { expect, test } from 'vitest';
import { countedAs, impliedVotes } from './implied-votes.ts';

const model = {
  ballot: {
    votes: [],
    states: [],
    counts: [
      { key: 'for', title: 'for', vote: 'FOR' },
      { key: 'against', title: 'against', vote: 'AGAINST' },
    ],
  },
} as unknown as Parameters<typeof countedAs>[1];
const at = '2024-03-01T09:00:00Z';
const uses = [
  { by: 'ana', vote: 'FOR', at, via: 'comment' },
  { by: 'bo', vote: 'AGAINST', at, via: 'comment' },
  { by: 'cy', vote: 'LEND', at, via: 'comment' },
] as unknown as Parameters<typeof countedAs>[0]['uses'];
const settled = (tally: Record<string, number>) => countedAs({ uses, tally }, model)('cy', 'LEND');

test('the tally of a settled matter tells how a vote without its own count was counted', () => {
  expect(settled({ for: 2, against: 1 })).toBe('FOR');
  expect(settled({ for: 1, against: 2 })).toBe('AGAINST');
  expect(countedAs({ uses, tally: { for: 2, against: 1 } }, model)('ana', 'FOR')).toBeNull();
});

test('says nothing if the tally leaves it open', () => {
  expect(settled({ for: 1, against: 1 })).toBeNull();
  expect(settled({ for: 2, against: 2 })).toBeNull();
});

test('the rules tell how votes count on a pending matter', () => {
  const counted = countedAs({ uses, tally: {} }, model, { votes: { ana: 'FOR', cy: 'AGAINST' } });
  expect([counted('ana', 'FOR'), counted('bo', 'AGAINST'), counted('cy', 'LEND')]).toEqual([
    null,
    null,
    'AGAINST',
  ]);
});

const enacted = (asked?: Record<string, unknown>) =>
  impliedVotes({ uses: uses.slice(0, 2), tally: { for: 2, against: 1 }, status: 'enacted' }, model, asked);

test('attributes an implied vote only if the rules agree with the tally', () => {
  expect(enacted({ ana: 'FOR', bo: 'AGAINST', dee: 'FOR' })).toEqual([{ by: 'dee', vote: 'FOR' }]);
  const nobodys = [{ by: null, vote: 'FOR' }];
  expect(enacted()).toEqual(nobodys);
  expect(enacted({ ana: 'FOR', dee: 'AGAINST' })).toEqual(nobodys);
  expect(enacted({ dee: 'FOR', eli: 'FOR' })).toEqual(nobodys);
});
