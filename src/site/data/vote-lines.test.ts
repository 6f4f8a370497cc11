// How votes went, as lines of a chart and as a story.
import { expect, test } from 'vitest';

import { collection, column, dynasty, person, post, record, rule, siteOf, use } from './fixtures/site-of.ts';
import { finalTableOf, leaderColumn, leadersOf } from './leaders.ts';
import { raceOf, storyOf } from './story.ts';
import { chartsByOwner, voteLines } from './vote-lines.ts';

const BOX = { width: 120, height: 60, left: 10, right: 10, top: 10, bottom: 10 };
const FROM = '2024-03-01T00:00:00Z';
const at = (hour: number): string => `2024-03-01T${String(hour).padStart(2, '0')}:00:00Z`;

test('the votes of each kind are steps from the posting of a matter to its end', () => {
  const matter = post('1', {
    at: FROM,
    counts: [
      { key: 'for', title: 'for', count: 2, vote: 'FOR' },
      { key: 'against', title: 'against', count: 0, vote: 'AGAINST' },
    ],
    implied: [{ by: 'bo', vote: 'FOR' }],
    uses: [
      use('cy', 'FOR', at(5)),
      use('ana', 'AGAINST', at(2)),
      use('ana', 'VETO', at(4)),
      use('dee', 'FOR', at(3), { withdrawn: true }),
    ],
  });
  const { lines, high, to, y } = voteLines(matter, at(10), BOX);
  expect([high, to, y(0), y(1), y(2)]).toEqual([2, Date.parse(at(10)), 50, 30, 10]);
  expect(lines.map(({ vote, now, side }) => [vote, now, side])).toEqual([
    ['FOR', 2, 'for'],
    ['AGAINST', 0, 'against'],
    ['VETO', 1, 'other'],
  ]);
  expect(lines.map(({ path }) => path)).toEqual([
    'M10 50H10V30H60V10H110',
    'M10 50H30V30H50V50H110',
    'M10 50H50V30H110',
  ]);
});

test('sorts votes by time, in whatever order they were read', () => {
  const matter = post('1', { at: FROM, uses: [use('cy', 'FOR', at(8)), use('bo', 'FOR', at(4))] });
  expect(voteLines(matter, at(10), BOX).lines[0]?.path).toBe('M10 50H50V30H90V10H110');
});

test('shows a vote after the end, and no line if nobody votes', () => {
  expect(voteLines(post('1', { at: FROM, uses: [use('cy', 'FOR', at(8))] }), at(4), BOX).to).toBe(
    Date.parse(at(8)),
  );
  expect(voteLines(post('1', { at: FROM }), FROM, BOX)).toMatchObject({ lines: [], high: 1 });
  const again = post('1', { at: FROM, uses: [use('cy', 'FOR', at(4)), use('cy', 'FOR', at(8))] });
  expect(voteLines(again, at(10), BOX).lines[0]?.path).toBe('M10 50H50V10H90V10H110');
  // An unknown voter is one all the same.
  const two = voteLines(
    post('1', {
      at: FROM,
      implied: [
        { by: null, vote: 'FOR' },
        { by: null, vote: 'FOR' },
      ],
    }),
    at(4),
    BOX,
  );
  expect(two.lines[0]?.now).toBe(2);
});

test('groups charts by what they are about', () => {
  const chart = (owner: string, id: string) => ({ id, owner, title: id, kind: 'lines', lines: [] }) as never;
  const site = siteOf({
    collections: [collection('rooms', [], [])],
    record: record({
      charts: [
        chart('players', 'a'),
        chart('rooms', 'b'),
        chart('players', 'c'),
        chart('game', 'd'),
        chart('gone', 'e'),
      ],
    }),
  });
  expect(chartsByOwner(site).map(({ title, charts }) => [title, charts.map(({ id }) => id)])).toEqual([
    [site.game.terms.players, ['a', 'c']],
    ['Rooms', ['b']],
    ['The game', ['d']],
    ['gone', ['e']],
  ]);
});

const score = column('score', { kind: 'integer' });
const points = (...values: readonly number[]) => values.map((value, n) => ({ at: at(n), value }));
const playing = (said: string, scores: Record<string, number>, more: object = {}) =>
  siteOf({
    goal: { ways: [{ rule: 'dynastic/goal', said }], claim: null },
    rules: [rule('dynastic/goal')],
    playerColumns: [
      column('oil', { kind: 'integer' }, { private: true }),
      column('name', { kind: 'text' }),
      score,
    ],
    people: Object.entries(scores).map(([id, value]) => person(id, { values: { score: value } })),
    ...more,
  });

test('those with the most of what wins lead, or the least if that wins', () => {
  const most = playing('Whoever has the most Score wins.', { ana: 3, bo: 7, cy: 5 });
  expect(leadersOf(most)?.people.map(({ person: { id }, count }) => [id, count])).toEqual([
    ['bo', 7],
    ['cy', 5],
    ['ana', 3],
  ]);
  const least = playing('The fewest score wins.', { ana: 3, bo: 7 });
  expect(leadersOf(least)?.people.map(({ person: { id } }) => id)).toEqual(['ana', 'bo']);
  expect([leaderColumn(most)?.fewest, leaderColumn(least)?.fewest]).toEqual([false, true]);
});

test('nobody leads if all are equal, and there is a final table even so', () => {
  const same = playing('The most score wins.', { ana: 3, bo: 3 });
  expect(leadersOf(same)).toBeNull();
  expect(finalTableOf(same)?.people).toHaveLength(2);
  const idle = playing(
    'The most score wins.',
    {},
    {
      people: [
        person('ana', { state: 'idle', values: { score: 9 } }),
        person('bo', { values: { score: 'x' } }),
      ],
    },
  );
  expect(finalTableOf(idle)?.people).toEqual([]);
});

test.each([
  ['Whoever has the most Oil wins.', {}],
  ['Whoever has the most names wins.', {}],
  ['Everybody votes.', {}],
  ['The most score wins.', { rules: [] }],
  ['The most score wins.', { goal: null }],
])('no number wins by “%s” %j', (said, more) => {
  const site = playing(said, { ana: 3, bo: 7 }, more);
  expect([leadersOf(site), raceOf(site)]).toEqual([null, null]);
});

test('a race shows everybody’s count over time, leaders first, even if it never changed', () => {
  const chart = {
    id: 'players-score',
    owner: 'players',
    title: 'Score',
    kind: 'lines',
    lines: [
      { name: 'Ana', points: points(0, 2, 4) },
      { name: 'Bo', points: points(0, 3, 3) },
    ],
  } as never;
  const more = { record: record({ charts: [chart] }) };
  const site = playing('The most score wins.', { ana: 4, bo: 3, cy: 9 }, more);
  expect(raceOf(site)?.lines.map(({ name, points: all }) => [name, all.map(({ value }) => value)])).toEqual([
    ['Cy', [9, 9]],
    ['Ana', [0, 2, 4]],
    ['Bo', [0, 3, 3]],
  ]);
  expect(
    raceOf(playing('The fewest score wins.', { ana: 4, bo: 3 }, more))?.lines.map(({ name }) => name),
  ).toEqual(['Bo', 'Ana']);
  expect(raceOf(playing('The most score wins.', { ana: 4 }))).toBeNull();
  const bands = { record: record({ charts: [{ ...(chart as object), kind: 'bands' } as never] }) };
  expect(raceOf(playing('The most score wins.', { ana: 4 }, bands))).toBeNull();
  // An emperor without such a number is no runner.
  const people = [
    person('ana', { values: { score: 4 } }),
    person('eli', { emperor: true }),
    person('fay', { emperor: true, values: { score: 1 } }),
    person('dee', { state: 'idle', values: { score: 8 } }),
  ];
  expect(
    raceOf(playing('The most score wins.', {}, { ...more, people }))?.lines.map(({ name }) => name),
  ).toEqual(['Ana', 'Fay']);
});

test('the story of a dynasty lists its decisions, with who decided them and who took the lead', () => {
  const chart = {
    id: 'players-score',
    owner: 'players',
    title: 'Score',
    kind: 'lines',
    lines: [
      { name: 'Ana', points: points(0, 2, 4) },
      { name: 'Bo', points: points(0, 3, 3) },
    ],
  } as never;
  const ended = (id: string, hour: number, more: object = {}) =>
    post(id, { status: 'enacted', resolvedAt: at(hour), ...more });
  const counts = [{ vote: 'FOR' }, { vote: 'AGAINST' }] as never;
  const site = playing(
    'The most score wins.',
    { ana: 4, bo: 3 },
    {
      record: record({ charts: [chart], dynasties: [dynasty(1)] }),
      posts: [
        ended('late', 2),
        ended('turned', 1, {
          counts,
          uses: [use('cy', 'AGAINST', at(0)), use('bo', 'FOR', at(1)), use('dee', 'FOR', at(2))],
        }),
        ended('tie', 0),
        ended('past', 1, { place: 'dynasties/1/' }),
        post('open'),
      ],
    },
  );
  expect(storyOf(site).map(({ matter: { id }, turned, leads }) => [id, turned, leads])).toEqual([
    ['tie', null, null],
    ['turned', 'dee', { name: 'Bo', count: 3 }],
    ['late', null, { name: 'Ana', count: 4 }],
  ]);
});
