// The games that a game could become by playing on.
import { expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import type { PostData, State } from '../kernel/state.ts';
import { possibleGames } from './possible-games.ts';

const AT = '2024-03-02T09:00:00Z';
const post = (id: string, n: number, more: Partial<PostData> = {}): PostData => ({
  id,
  n,
  kind: 'proposal',
  title: `Title of ${id}`,
  text: '',
  author: 'ana',
  byEngine: false,
  at: AT,
  alteredAt: null,
  status: 'enacted',
  resolvedAt: '2024-03-01T09:00:00Z',
  resolvedBy: null,
  comments: [],
  uses: [],
  changes: [{ verb: 'repeal-rule', rule: 'Tea' }],
  tally: null,
  omitted: [],
  fields: {},
  ...more,
});
const WAITING = { status: 'pending', resolvedAt: null };
const MATTER = post('P9', 3, WAITING);
const STATE: State = {
  game: { tea: 0, patron: 'cy' },
  dynasty: { 'high-tide': false },
  emperor: {},
  players: { ana: { oil: 1 }, bo: { oil: 2 }, cy: { oil: 3 }, dee: { oil: 4 }, eli: {}, fay: {} },
  things: { boats: { b1: { owner: 'fay' } } },
  // The latest isn't the last one.
  posts: { P9: MATTER, P12: post('P12', 7, WAITING), P11: post('P11', 5) },
  taken: {},
  submissions: {},
};
const MODEL = {
  ballot: { votes: [{ vote: 'FOR' }, { vote: 'AGAINST' }] },
  fields: {
    game: { tea: { type: { kind: 'integer', min: 2 } }, patron: { type: { kind: 'player' } } },
    dynasty: { 'high-tide': { type: { kind: 'boolean', title: 'High Tide' } } },
    player: {
      oil: { type: { kind: 'integer', max: 9 } },
      mood: { type: { kind: 'choice', of: ['calm', 'wild'] } },
      wick: { type: { kind: 'integer' } },
    },
  },
} as unknown as ModelDescription;

const become = (changed = '', state = STATE, matter = MATTER) =>
  possibleGames({ state, at: AT, model: MODEL, changed, matter });

test('enacts the change, and fails what else was pending', () => {
  const [first] = become();
  expect(first).toMatchObject({ when: 'With the posts that the game has', at: AT });
  const { posts } = first?.state ?? STATE;
  expect(Object.values(posts).map(({ id, status, resolvedAt }) => [id, status, resolvedAt])).toEqual([
    ['P9', 'enacted', AT],
    ['P12', 'failed', AT],
    ['P11', 'enacted', '2024-03-01T09:00:00Z'],
  ]);
});

test('enacts more matters after the latest one, with comments and votes of some people', () => {
  const games = become();
  const [, one, two] = games;
  expect(games.map(({ when }) => when).filter((when) => when.startsWith('After'))).toEqual([
    'After one more enacted matter',
    ...[2, 5, 25, 120, 300].map((more) => `After ${more} more enacted matters`),
  ]);
  expect(Object.keys(two?.state.posts ?? {})).toEqual(['P9', 'P12', 'P11', 'P13', 'P14']);
  const copy = one?.state.posts['P13'];
  expect(copy).toMatchObject({ n: 8, status: 'enacted', resolvedAt: AT, title: 'Title of P9', changes: [] });
  expect(two?.state.posts['P14']?.n).toBe(9);
  expect(copy?.comments.map(({ id, by, votes }) => [id, by, votes])).toEqual(
    ['ana', 'bo', 'cy', 'dee', 'eli'].map((by) => [`P13-${by}`, by, ['FOR']]),
  );
  expect(copy?.uses[4]).toEqual({ by: 'eli', vote: 'FOR', at: AT, via: 'comment', comment: 'P13-eli' });
  const [, alone] = become('', { ...STATE, posts: {} }, post('7', 0));
  expect(alone?.state.posts).toMatchObject({ '8': { n: 1 } });
});

test('leaves out the last player whom no value names, and lets years pass', () => {
  const games = become();
  const fewer = games.find(({ when }) => when === 'With one player fewer');
  expect(Object.keys(fewer?.state.players ?? {})).toEqual(['ana', 'bo', 'cy', 'dee', 'fay']);
  const named = { ...STATE, things: { boats: { b1: { owners: Object.keys(STATE.players) } } } };
  expect(become('', named).some(({ when }) => when === 'With one player fewer')).toBe(false);
  expect(games.flatMap(({ when, at, again }) => (again === undefined ? [] : [[when, at, again]]))).toEqual(
    [2026, 2027, 2029, 2034, 2044].map((year) => [
      `In ${year}`,
      `${year}-01-08T09:00:00Z`,
      `${year}-07-08T09:00:00Z`,
    ]),
  );
});

test('takes each value that the change names to its bounds', () => {
  const named = (changed: string) =>
    become(changed).flatMap(({ when, state: { game, dynasty, players } }) =>
      when.startsWith('If') ? [[when, game['tea'], dynasty['high-tide'], players['bo']]] : [],
    );
  expect(named('Nothing of this.')).toEqual([]);
  expect(named('tea')).toEqual([
    ['If Tea became 2', 2, false, { oil: 2 }],
    ['If Tea became 1000000', 1_000_000, false, { oil: 2 }],
  ]);
  expect(named('dynasty.highTide')).toEqual(named('high-tide'));
  expect(named('highTide')).toEqual([
    ['If High Tide became true', 0, true, { oil: 2 }],
    ['If High Tide became false', 0, false, { oil: 2 }],
  ]);
  expect(named('oil, mood').map(([when, , , bo]) => [when, bo])).toEqual([
    ['If Oil of every player became 0', { oil: 0 }],
    ['If Oil of every player became 9', { oil: 9 }],
    ['If Mood of every player became calm', { oil: 2, mood: 'calm' }],
    ['If Mood of every player became wild', { oil: 2, mood: 'wild' }],
  ]);
  expect(named('patron')).toEqual([]);
});
