import { expect, test } from 'vitest';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { State } from '../../kernel/state.ts';
import { chartsOf, type Variable } from './charts.ts';

const state = {
  game: { phase: 'night', deck: ['a'] },
  players: {
    ana: { name: 'Ana', state: 'active', oil: 5, lit: true },
    bo: { name: 'Bo', state: 'idle', oil: 9 },
  },
  things: { rooms: { D4: { owner: 'ana', still: 1 } } },
} as unknown as State;

const line = (n: number, changes: LedgerLine['changes']): LedgerLine => ({
  n,
  at: `2024-03-0${n}T00:00:00Z`,
  by: 'ana',
  what: 'x',
  draws: [],
  changes,
});
const ledger = [
  line(1, [{ path: ['players', 'ana', 'oil'], before: 3, after: 4 }]),
  line(2, [
    { path: ['players', 'ana', 'oil'], before: 4, after: 5 },
    { path: ['players', 'ana', 'lit'], before: false, after: true },
    { path: ['players', 'bo', 'oil'], before: 1, after: 9 },
    { path: ['game', 'deck'], before: ['a', 'b'], after: ['a'] },
  ]),
  line(3, [{ path: ['things', 'rooms', 'D4', 'owner'], before: null, after: 'ana' }]),
];
const integer = { kind: 'integer' } as const;
const variables: readonly Variable[] = [
  { owner: 'players', id: 'oil', title: 'Oil', type: integer },
  { owner: 'players', id: 'lit', title: 'Lit', type: { kind: 'boolean' } },
  { owner: 'game', id: 'deck', title: 'Deck', type: { kind: 'list', of: integer } },
  { owner: 'game', id: 'phase', title: 'Phase', type: integer },
  {
    owner: 'rooms',
    id: 'owner',
    title: 'Owner',
    type: { kind: 'optional', of: { kind: 'player' }, none: null },
  },
];
const charts = chartsOf(
  { ledger, state, now: '2024-03-09T00:00:00Z', naming: { label: (_, id) => id } },
  variables,
);
const courses = Object.fromEntries(
  charts.map(({ id, kind, lines }) => [
    id,
    [kind, ...lines.map(({ name, points }) => [name, ...points.map(({ value }) => value)])],
  ]),
);

test('charts numbers of active players from their value before the first change', () => {
  expect(courses['players-oil']).toEqual(['lines', ['Ana', 3, 4, 5, 5]]);
});

test('a value that hasn’t changed since it came into being gets no line', () => {
  const born = { path: ['players', 'ana', 'oil'], before: null, after: 5 };
  const of = (changes: LedgerLine['changes'][number][]) =>
    chartsOf(
      { ledger: [line(1, changes)], state, now: '2024-03-09T00:00:00Z', naming: { label: (_, id) => id } },
      [{ owner: 'players', id: 'oil', title: 'Oil', type: integer }],
    ).flatMap(({ lines }) => lines.map(({ points }) => points.map(({ value }) => value)));
  expect(of([born])).toEqual([]);
  expect(
    of([
      { ...born, after: 3 },
      { ...born, before: 3 },
    ]),
  ).toEqual([[0, 3, 5, 5]]);
});

test('what changed most often comes first, and nothing else of the game is charted', () => {
  const oil = (n: number, who: string, before: number, after: number) =>
    line(n, [{ path: ['players', who, 'oil'], before, after }]);
  const players = Object.fromEntries(
    ['ana', 'bo', 'cy'].map((id) => [id, { name: id, state: 'active', oil: 9 }]),
  );
  const [chart] = chartsOf(
    {
      ledger: [
        oil(1, 'ana', 1, 9),
        ...[2, 3, 4].map((n) => oil(n, 'bo', n, n === 4 ? 9 : n + 1)),
        line(5, [
          { path: ['posts', 'players', 'cy', 'oil'], before: 1, after: 9 },
          { path: ['players', 'cy'], before: 1, after: 9 },
          { path: ['game'], before: 1, after: 9 },
        ]),
      ],
      state: { ...state, players },
      now: '2024-03-09T00:00:00Z',
      naming: { label: (_, id) => id },
    },
    [{ owner: 'players', id: 'oil', title: 'Oil', type: integer }],
  );
  expect(chart?.lines.map(({ name }) => name)).toEqual(['bo', 'ana']);
});

test('charts other values as text with people’s names, and lists by their length', () => {
  expect(courses['players-lit']).toEqual(['bands', ['Ana', 'no', 'yes', 'yes']]);
  expect(courses['rooms-owner']).toEqual(['bands', ['D4', '0', 'Ana', 'Ana']]);
  expect(courses['game-deck']).toEqual(['lines', ['', 2, 1, 1]]);
});

test('a value that never changed gets no chart', () => {
  expect(courses['game-phase']).toBeUndefined();
});

const chart = (
  changes: readonly (readonly [path: string, before: unknown])[],
  owned: object,
  type: object = integer,
  [owner, id] = ['players', 'oil'],
) =>
  chartsOf(
    {
      ledger: changes.map(([path, before], n) =>
        line(n + 1, [{ path: path.split('.'), before, after: 'unread' }]),
      ),
      state: { players: {}, things: {}, game: {}, ...owned } as unknown as State,
      now: '2024-03-09T00:00:00Z',
      naming: { label: (of, one) => `${of} ${one}` },
    },
    [{ owner, id, title: 'Oil', type: type as Variable['type'] }],
  );
const valuesOf = (...given: Parameters<typeof chart>) =>
  chart(...given).map(({ kind, lines }) => [
    kind,
    ...lines.map(({ name, points }) => `${name}: ${points.map(({ value }) => value).join(' ')}`),
  ]);
const ana = (oil: unknown, more: object = {}) => ({ players: { ana: { state: 'active', oil, ...more } } });

test('a chart runs from the first ledger line to now, with the times when its value changed', () => {
  const [only] = chart(
    [
      ['players.bo.oil', 1],
      ['players.ana.oil', 3],
      ['players.ana.tar', 4],
      ['players.ana.oil', 4],
    ],
    ana(5),
  );
  expect(only).toEqual({
    id: 'players-oil',
    owner: 'players',
    title: 'Oil',
    kind: 'lines',
    lines: [
      {
        name: 'ana',
        points: [
          { at: '2024-03-01T00:00:00Z', value: 3 },
          { at: '2024-03-02T00:00:00Z', value: 4 },
          { at: '2024-03-04T00:00:00Z', value: 5 },
          { at: '2024-03-09T00:00:00Z', value: 5 },
        ],
      },
    ],
  });
});

test.each<[string, Parameters<typeof chart>, readonly unknown[]]>([
  ['a value within a list', [[['players.ana.oil.1', 'b']], ana(['a', 'c'])], []],
  ['a list that grows', [[['players.ana.oil', ['a']]], ana(['a', 'c'])], [['lines', 'ana: 1 2 2']]],
  ['a record that grows', [[['players.ana.oil', { a: 1 }]], ana({ a: 1, b: 2 })], [['lines', 'ana: 1 2 2']]],
  ['a number within a record', [[['players.ana.oil.a', null]], ana({ a: 1 })], []],
  [
    'words that become others',
    [[['players.ana.oil', 'red-tar']], ana('blue-tar')],
    [['bands', 'ana: red tar blue tar blue tar']],
  ],
  ['a number that becomes a word', [[['players.ana.oil', 3]], ana('tar')], [['bands', 'ana: 3 tar tar']]],
  ['a yes', [[['players.ana.oil', false]], ana(true)], [['bands', 'ana: no yes yes']]],
  ['an empty word', [[['players.ana.oil', '']], ana('tar')], [['bands', 'ana: 0 tar tar']]],
  [
    'a long word',
    [[['players.ana.oil', 'a']], ana('x'.repeat(50))],
    [['bands', `ana: a ${'x'.repeat(40)} ${'x'.repeat(40)}`]],
  ],
  ['what began with its rule', [[['players.ana.oil', null]], ana(4)], []],
  [
    'what began and changed',
    [
      [
        ['players.ana.oil', null],
        ['players.ana.oil', 3],
      ],
      ana(4),
    ],
    [['lines', 'ana: 0 3 4 4']],
  ],
  [
    'what may be nothing',
    [[['players.ana.oil', null]], ana(4), { kind: 'optional', of: integer, none: null }],
    [['lines', 'ana: 0 4 4']],
  ],
  ['a player who is idle', [[['players.ana.oil', 1]], ana(4, { state: 'idle' })], []],
  ['a player who left', [[['players.bo.oil', 1]], ana(4)], []],
  ['a whole player', [[['players.ana', {}]], ana(4)], []],
  [
    'a value of the game',
    [[['game.oil', 1]], { game: { oil: 2 } }, integer, ['game', 'oil']],
    [['lines', ': 1 2 2']],
  ],
  ['the game as a whole', [[['game', {}]], { game: { oil: 2 } }, integer, ['game', 'oil']], []],
  [
    'a value of a thing',
    [[['things.rooms.D4.oil', 1]], { things: { rooms: { D4: { oil: 2 } } } }, integer, ['rooms', 'oil']],
    [['lines', 'rooms D4: 1 2 2']],
  ],
  [
    'a thing as a whole',
    [[['things.rooms.D4', null]], { things: { rooms: { D4: { oil: 2 } } } }, integer, ['rooms', 'oil']],
    [],
  ],
  [
    'a value of the dynasty',
    [[['dynasty.oil', 1]], { dynasty: { oil: 2 } }, integer, ['dynasty', 'oil']],
    [],
  ],
])('%s', (_, given, drawn) => {
  expect(valuesOf(...given)).toEqual(drawn);
});

test('of many lines, draws only those that changed most', () => {
  const ids = Array.from({ length: 20 }, (_, n) => `p${n}`);
  const changes = ids.flatMap((id, n) =>
    Array.from({ length: n + 1 }, (__, k): [string, unknown] => [`players.${id}.oil`, k]),
  );
  const players = Object.fromEntries(ids.map((id) => [id, { state: 'active', oil: 99 }]));
  const [only] = chart(changes, { players });
  expect(only?.lines.map(({ name }) => name)).toEqual(ids.slice(4).toReversed());
});
