// Votes that count although nobody cast them, and votes that counted as others.
import { expect, test } from 'vitest';

import type { PostData } from '../../kernel/state.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import { shownIn } from './game-shown.ts';
import { countedAs, impliedVotes, votesOnSettled } from './implied-votes.ts';

const model = {
  ballot: {
    votes: [],
    states: [],
    counts: [
      { key: 'for', title: 'for', vote: 'FOR' },
      { key: 'against', title: 'against', vote: null },
    ],
  },
} as unknown as Parameters<typeof countedAs>[1];

/** `ana FOR, bo ~against`: votes in turn, those with `~` withdrawn. */
const uses = (votes: string): PostData['uses'] =>
  votes.split(', ').flatMap((one) => {
    const [by = '', vote = ''] = one.split(' ');
    const withdrawn = vote.startsWith('~');
    return vote === ''
      ? []
      : [{ by, vote: vote.replace('~', ''), at: 'A', via: 'comment', withdrawn } as never];
  });
const implied = (status: string, votes: string, tally: object | null, asked?: object): readonly string[] =>
  impliedVotes({ uses: uses(votes), tally, status } as never, model, asked as never).map(
    ({ by, vote }) => `${by ?? '?'} ${vote}`,
  );

test.each<[string, string, object | null, object | undefined, readonly string[]]>([
  ['pending', 'bo FOR', null, { ana: 'FOR', bo: 'against', cy: 3 }, ['ana FOR']],
  ['pending', 'bo ~FOR', null, { bo: 'against' }, ['bo against']],
  ['pending', '', { for: 3 }, undefined, []],
  ['enacted', 'bo FOR', { for: 3, against: 1 }, undefined, ['? FOR', '? FOR', '? against']],
  ['enacted', 'bo FOR', { for: 3 }, { ana: 'FOR', cy: 'FOR' }, ['ana FOR', 'cy FOR']],
  ['enacted', 'bo FOR', { for: 2, against: 1 }, { ana: 'against', cy: 'FOR' }, ['ana against', 'cy FOR']],
  ['enacted', 'bo FOR', { for: 3 }, { ana: 'FOR' }, ['? FOR', '? FOR']],
  ['enacted', 'bo FOR, bo against', { against: 1 }, undefined, []],
  ['enacted', 'bo FOR, cy ~against', { for: 1 }, undefined, []],
  ['enacted', 'bo FOR', { for: 0 }, undefined, []],
  ['enacted', 'bo LEND', { for: 2 }, undefined, ['? FOR']],
  ['enacted', 'bo LEND', { for: 1 }, undefined, []],
  ['enacted', 'bo LEND, cy LEND', { for: 1 }, undefined, []],
  ['enacted', 'bo LEND', { for: 1, against: 1 }, undefined, []],
  ['enacted', 'bo LEND', { for: 'x' }, undefined, []],
  ['enacted', '', null, undefined, []],
])('%s with %j and the tally %j, if the rules answer %j: %j', (status, votes, tally, asked, said) => {
  expect(implied(status, votes, tally, asked)).toEqual(said);
});

test.each<[string, object | null, string | null]>([
  ['bo LEND', { for: 1 }, 'FOR'],
  ['bo LEND', { against: 1 }, 'against'],
  ['bo LEND, cy FOR', { for: 2 }, 'FOR'],
  ['bo LEND, cy ~LEND', { for: 1 }, 'FOR'],
  // Cy's first vote counts as nothing.
  ['bo LEND, cy LEND, cy FOR', { for: 2 }, 'FOR'],
  ['bo LEND, cy LEND', { for: 2 }, 'FOR'],
  ['bo LEND, cy LEND', { for: 1 }, null],
  ['bo LEND', { for: 1, against: 1 }, null],
  ['bo LEND', null, null],
])('with %j and the tally %j, a vote of another kind counted as %s', (votes, tally, counted) => {
  expect(countedAs({ uses: uses(votes), tally } as never, model)('bo', 'LEND')).toBe(counted);
});

test('asks the rules only about settled matters whose tally has more votes than were cast', async () => {
  const desk = await sessionWith({
    ...SMALL,
    core: '2021',
    posts: [
      { by: 'ana', title: 'Tea', votes: { bo: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR' } },
      { by: 'ana', title: 'Cake' },
    ],
  });
  desk.later(49);
  desk.decide();
  const game = await shownIn(desk.session.position.open, desk.now, caches);
  const { posts } = game.state;
  expect([posts['1']?.status, posts['2']?.status]).toEqual(['enacted', 'failed']);
  const found = await votesOnSettled(game, desk.now);
  expect([...found].map(([id, votes]) => [id, votes['ana']])).toEqual([
    ['1', 'FOR'],
    ['2', 'FOR'],
  ]);
  const given = (more: object) =>
    ({ ...game, state: { ...game.state, posts: { 1: { ...posts['1'], ...more } } } }) as typeof game;
  for (const more of [{ status: 'pending' }, { tally: null }, { tally: { for: 4, against: 0 } }])
    expect((await votesOnSettled(given(more), desk.now)).size).toBe(0);
});
