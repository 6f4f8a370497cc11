import { expect, test } from 'vitest';
import type { Vote } from 'gitnomic/rules';
import { count, electorate, lastUses, lastVotes, votesCast } from './votes.ts';

const voters = electorate([{ id: 'ana' }, { id: 'bo' }, { id: 'cy' }]);

function use(by: string, vote: string, withdrawn = false): Vote {
  return { by, vote, at: '2021-03-01T09:00:00Z', via: 'reaction', comment: null, withdrawn };
}

test('the last vote that wasn’t withdrawn counts', () => {
  const uses = [use('ana', 'FOR'), use('ana', 'AGAINST'), use('bo', 'FOR'), use('ana', 'FOR', true)];
  expect(lastUses(uses).get('ana')?.vote).toBe('AGAINST');
  expect(votesCast(lastVotes(uses), { voters, implicit: null })).toEqual({ ana: 'AGAINST', bo: 'FOR' });
});

test('only voters have votes, and the author has one without casting it', () => {
  expect(votesCast({ zed: 'FOR' }, { voters, implicit: 'cy' })).toEqual({ cy: 'FOR' });
  expect(votesCast({ cy: 'AGAINST' }, { voters, implicit: 'cy' })).toEqual({ cy: 'AGAINST' });
  expect(votesCast({}, { voters, implicit: 'zed' })).toEqual({});
});

test('counts only valid votes', () => {
  expect(count({ a: 'FOR', b: 'AGAINST', c: 'DEFERENTIAL', d: 'VETO' })).toEqual({
    for: 1,
    against: 1,
    valid: 2,
  });
});
