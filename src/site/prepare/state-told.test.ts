// The data of players, things, values and lines of the ledger.
import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { emptyState, type State } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import {
  collectionsOf,
  columnsOf,
  dynastyOf,
  gameValuesOf,
  ledgerOf,
  peopleOf,
  postsMadeBy,
  trackedOf,
  variablesOf,
} from './collect-state.ts';
import type { GameShown } from './game-shown.ts';
import { publicDataOf } from './public-data.ts';

const without = (one: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)));
const field = (type: object, rule = 'dynastic/x') => ({ type, rule });
const INTEGER = { kind: 'integer' };
const TIME = { kind: 'time' };
const MODEL = {
  fields: {
    player: {
      oil: field({ ...INTEGER, title: 'Lamp oil' }),
      hand: field({ kind: 'text', private: true }),
      home: field({ kind: 'thing', collection: 'rooms' }, 'dynastic/y'),
      name: field({ kind: 'text' }, 'core/players'),
      rested: field(TIME),
    },
    game: {
      'next-tide': field({ kind: 'optional', of: TIME, none: null }),
      wind: field({ kind: 'text' }),
      seed: field({ ...INTEGER, private: true }),
    },
    emperor: { whim: field({ kind: 'text' }) },
    dynasty: { number: field(INTEGER, 'core/dynasties') },
  },
  collections: {
    rooms: { title: 'Rooms', rule: 'dynastic/y', fields: { lit: field({ kind: 'boolean' }) } },
    'old-boats': { title: null, rule: 'dynastic/z', fields: {} },
  },
  actions: {
    light: {
      rule: 'dynastic/y',
      title: 'Light a room',
      sentence: 'lit {room}',
      with: { room: { kind: 'thing', collection: 'rooms' }, howLong: { ...INTEGER, title: 'For how long' } },
    },
  },
  views: {
    warmth: { rule: 'dynastic/y', of: 'rooms', returns: INTEGER, title: null, private: false },
    glow: { rule: 'dynastic/y', of: 'rooms', returns: INTEGER, title: 'The glow', private: false },
    secret: { rule: 'dynastic/y', of: 'rooms', returns: INTEGER, title: null, private: true },
    tide: { rule: 'dynastic/y', of: 'game', returns: INTEGER, title: null, private: false },
  },
  kinds: {},
  times: { dusk: { rule: 'dynastic/y', title: 'Dusk' } },
} as unknown as GameShown['model'];

test('columns, terms and variables are what the rules track in public, with their titles', () => {
  expect(
    columnsOf(MODEL, MODEL.fields['player']).map((one) => [
      one.id,
      one.title,
      one.private,
      one.number,
      one.rule,
    ]),
  ).toEqual([
    ['oil', 'Lamp oil', false, true, 'dynastic/x'],
    ['hand', 'Hand', true, false, 'dynastic/x'],
    ['home', 'Home', false, false, 'dynastic/y'],
    ['rested', 'Rested', false, false, 'dynastic/x'],
  ]);
  expect(columnsOf(MODEL)).toEqual([]);
  expect(trackedOf(MODEL).map(({ title, rule }) => `${title} ${rule}`)).toEqual([
    'Lamp oil dynastic/x',
    'Hand dynastic/x',
    'Home dynastic/y',
    'Rested dynastic/x',
    'Next tide dynastic/x',
    'Wind dynastic/x',
    'Seed dynastic/x',
    'Whim dynastic/x',
    'Rooms dynastic/y',
    'Old boats dynastic/z',
  ]);
  expect(variablesOf(MODEL).map(({ owner, id, title }) => `${owner}.${id} ${title}`)).toEqual([
    'players.oil Lamp oil',
    'players.home Home',
    'game.wind Wind',
    'rooms.lit Lit',
  ]);
  expect(variablesOf({ ...MODEL, fields: {}, collections: {} })).toEqual([]);
});

test('shows the game’s values, and only the names of private ones', () => {
  const game = { wind: 'north', seed: 7 };
  expect(gameValuesOf(MODEL, game).map(({ id, value }) => [id, value])).toEqual([
    ['next-tide', undefined],
    ['wind', 'north'],
    ['seed', null],
  ]);
});

test('people have what is known of them, and those who left have their names', () => {
  const state = {
    ...emptyState(),
    dynasty: { emperor: 'cy' },
    players: {
      ana: { name: 'Ana', admin: true, joined: '2024-03-01T09:00:00Z', 'last-active': 'x' },
      bo: { name: ' ', state: 'idle', admin: 'yes' },
      cy: { name: 'Ana', state: 'active' },
      dee: { name: 'Dее' },
      eli: { name: 'ana' },
    },
    submissions: { s: { by: 'ana' }, t: { by: 'ana' }, u: { by: 'bo' } },
  } as unknown as State;
  const people = peopleOf(
    state,
    [
      ['zed', 'Zed'],
      ['bo', 'Bo before'],
    ],
    ['bo'],
  );
  expect(people.map((one) => Object.values({ ...one, values: 0 }).slice(0, -1))).toEqual([
    ['ana', 'Ana (ana)', 'active', true, false, false, '2024-03-01T09:00:00Z', null, 2],
    ['bo', 'bo', 'idle', false, false, true, null, null, 1],
    ['cy', 'Ana (cy)', 'active', false, true, false, null, null, 0],
    ['dee', 'Dее (dee)', 'active', false, false, false, null, null, 0],
    ['eli', 'ana (eli)', 'active', false, false, false, null, null, 0],
    ['zed', 'Zed', 'gone', false, false, false, null, null, 0],
  ]);
  expect(people[0]?.values).toBe(state.players['ana']);
  expect(people.at(-1)?.values).toEqual({ state: 'gone' });
});

const line = (n: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  n,
  at: `2024-03-0${n}T09:00:00Z`,
  by: 'ana',
  what: 'light',
  draws: [],
  changes: [],
  ...more,
});
const change = (path: string, before: unknown, after: unknown) => ({ path: path.split('.'), before, after });
const game = (more: Partial<GameShown>): GameShown =>
  ({
    ledger: [],
    model: MODEL,
    state: {
      ...emptyState(),
      players: { ana: { name: 'Ana' } },
      things: { rooms: { 'room-10': { name: 'Hall', lit: true }, 'room-9': {} } },
      posts: { 7: { title: 'Tea' } },
    },
    views: { rooms: { 'room-10': { warmth: 3 } } },
    wording: IN_ENGLISH,
    terms: PLAIN_TERMS,
    ...more,
  }) as unknown as GameShown;

test('a collection has its things in order, each with its lines, earlier names and public views', () => {
  const ledger = [
    line(1, { changes: [change('things.rooms.room-10', null, {}), change('players.ana.oil', 1, 2)] }),
    line(2, {
      changes: [
        change('things.rooms.room-10.name', 'Barn', 'Hall'),
        change('things.rooms.room-10.lit', false, true),
      ],
    }),
    line(3, {
      changes: [change('things.rooms.room-9', null, {}), change('things.old-boats.room-10', null, {})],
    }),
  ];
  const [rooms, boats] = collectionsOf(game({ ledger }));
  expect(rooms).toEqual({
    id: 'rooms',
    title: 'Rooms',
    rule: 'dynastic/y',
    columns: columnsOf(MODEL, MODEL.collections['rooms']?.fields),
    views: [
      { id: 'warmth', title: 'Warmth', type: INTEGER },
      { id: 'glow', title: 'The glow', type: INTEGER },
    ],
    things: [
      { id: 'room-9', label: 'Room 9', earlier: [], lines: [3], values: {}, views: {} },
      {
        id: 'room-10',
        label: 'Hall',
        earlier: [{ until: 2, label: 'Barn' }],
        lines: [1, 2],
        values: { name: 'Hall', lit: true },
        views: { warmth: 3 },
      },
    ],
  });
  expect([boats?.title, boats?.columns, boats?.views, boats?.things]).toEqual(['Old boats', [], [], []]);
});

test('a ledger line has its title, sentence, words, dice and changes', () => {
  const ledger = [
    line(1, {
      with: { room: 'room-10', 'how-long': 3, odd: 'x' },
      draws: [{ kind: 'dice', size: 6, result: 4 } as never],
      changes: [
        change('things.rooms.room-10.lit', false, true),
        change('posts.8', null, { id: '8' }),
        change('posts.9.title', null, 'x'),
        change('posts.7', {}, {}),
      ],
    }),
    line(2, { refused: 'none is → none' }),
    line(3, { by: 'engine', what: 'enact 7' }),
    line(4, { by: 'ana', what: 'enact 7' }),
    line(5, { by: 'engine', what: 'time dusk', with: {} }),
  ];
  expect(ledgerOf(game({ ledger })).map((one) => without(one, ['at', 'by', 'what', 'draws']))).toEqual([
    {
      n: 1,
      title: 'Light a room',
      sentence: 'lit Hall',
      done: 'lit Hall, with 4 on the die',
      words: 'How long: 3 · Odd: x',
      changes: ['Hall: now lit'],
      posts: ['8'],
      refused: null,
    },
    {
      n: 2,
      title: 'Light a room (refused)',
      sentence: 'was not allowed to do “Light a room”',
      done: 'was not allowed to do “Light a room”',
      words: '',
      changes: [],
      posts: [],
      refused: 'none is → nothing',
    },
    {
      n: 3,
      title: 'enacted “Tea”',
      sentence: 'passed',
      subject: '“Tea”',
      done: 'passed',
      words: '',
      changes: [],
      posts: [],
      refused: null,
    },
    {
      n: 4,
      title: 'enacted “Tea”',
      sentence: 'enacted “Tea”',
      done: 'enacted “Tea”',
      words: '',
      changes: [],
      posts: [],
      refused: null,
    },
    {
      n: 5,
      title: 'Dusk',
      sentence: 'carried out “Dusk”',
      done: 'carried out “Dusk”',
      words: '',
      changes: [],
      posts: [],
      refused: null,
    },
  ]);
  expect(ledger.map(postsMadeBy)).toEqual([['8'], [], [], [], []]);
});

test('the running dynasty has the post that opened it', () => {
  const posts = { 5: {}, 7: {} };
  const begins = [
    { changes: [change('dynasty.interregnum', true, false), change('posts.5', null, {})] },
    {
      changes: [
        change('dynasty.name', '', 'Tides'),
        change('dynasty.interregnum', true, false),
        change('posts.6', null, {}),
        change('game.7', 1, 2),
        change('posts.7', null, {}),
      ],
    },
    {
      changes: [
        change('dynasty.interregnum', false, true),
        change('game.interregnum', true, false),
        change('posts.5', null, {}),
      ],
    },
  ];
  const state = {
    ...emptyState(),
    posts,
    dynasty: { number: 3, name: 'Tides', emperor: 'ana', theme: 'Water' },
  } as unknown as State;
  expect(dynastyOf(state, begins)).toEqual({
    address: '7',
    number: 3,
    name: 'Tides',
    emperor: 'ana',
    theme: 'Water',
  });
  expect(dynastyOf({ ...state, dynasty: { number: 'x', name: 4, emperor: null } })).toEqual({
    address: null,
    number: null,
    name: '4',
    emperor: null,
    theme: '',
  });
});

test('the API has matters, players and rules as the pages show them', () => {
  const matter = (id: string, more: object = {}) => ({
    id,
    kind: 'proposal',
    title: 'Tea',
    author: 'bo',
    at: 'A',
    status: null,
    resolvedAt: null,
    resolvedBy: null,
    votable: true,
    changes: ['Oil: 3'],
    counts: [{ key: 'for', title: 'for', count: 3, vote: 'FOR' }],
    html: '<p>x</p>',
    ...more,
  });
  const person = {
    id: 'ana',
    name: 'Ana',
    state: 'active',
    admin: true,
    emperor: true,
    machine: false,
    joined: 'J',
    lastActive: null,
    sealed: 3,
    values: { oil: 3 },
  };
  const rule = {
    title: 'Votes',
    number: '1.1',
    path: 'core/votes',
    section: 'core',
    status: 'active',
    text: 'T',
    clause: null,
    facts: {},
  };
  const of = (terms: object) =>
    publicDataOf(
      {
        state: { ...emptyState(), game: { wind: 'n' } },
        ledger: [],
        manifest: { rules: [rule, { ...rule, path: 'core/new' }] },
      } as unknown as GameShown,
      {
        posts: [matter('7'), matter('8', { votable: false }), matter('a b', { place: 'dynasties/1/' })],
        people: [person],
        rules: [{ path: 'core/votes', inWords: ['Votes.'] }],
        changeLog: { first: {}, changes: [], order: [] },
      } as never,
      { queue: [{ id: '7', place: 1 }], terms } as never,
    );
  const given = JSON.parse(JSON.stringify(of({ emperor: 'Tsar' }))) as ReturnType<typeof of>;
  const told = without(matter('7'), ['votable', 'html']);
  const counts = [{ key: 'for', title: 'for', count: 3 }];
  expect(given.matters.matters).toEqual([
    { ...told, counts, page: 'matters/7/', standing: { id: '7', place: 1 } },
    { ...told, id: 'a b', counts, page: 'dynasties/1/matters/a~20b/', standing: null },
  ]);
  expect(given.players.players).toEqual([without(person, ['sealed'])]);
  expect(of({}).players.players.map((one) => 'emperor' in one)).toEqual([false]);
  const plain = without(rule, ['facts']);
  expect(given.ruleset.rules).toEqual([
    { ...plain, 'in-words': ['Votes.'] },
    { ...plain, path: 'core/new', 'in-words': [] },
  ]);
  expect(given.state).toMatchObject({ game: { wind: 'n' }, things: {}, terms: { emperor: 'Tsar' } });
});
