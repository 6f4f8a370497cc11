import { expect, test } from 'vitest';

import { emptyState, type State } from '../../kernel/state.ts';
import type { StateChange } from '../../kernel/store.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import {
  dynastyOf,
  gameValuesOf,
  ledgerOf,
  peopleOf,
  postsMadeBy,
  trackedOf,
  variablesOf,
} from './collect-state.ts';
import type { GameShown } from './game-shown.ts';

const stateOf = (more: Partial<State>): State => ({ ...emptyState(), ...more });

test('people have their names, and those who left have their last known name', () => {
  const state = stateOf({
    players: {
      ana: {
        name: ' Ana ',
        admin: true,
        joined: '2024-03-01T09:00:00Z',
        'last-active': '2024-03-02T09:00:00Z',
      },
      bo: { name: '  ', state: 'idle', admin: 'yes', joined: 3 },
    },
    dynasty: { emperor: 'bo' },
    submissions: { x: { by: 'ana' }, y: { by: 'ana' }, z: { by: 'cy' } } as never,
  });
  const people = peopleOf(
    state,
    [
      ['ana', 'Old Ana'],
      ['cy', 'Cy'],
    ],
    ['bo'],
  );
  expect(people).toMatchObject([
    {
      id: 'ana',
      name: 'Ana',
      state: 'active',
      admin: true,
      emperor: false,
      machine: false,
      joined: '2024-03-01T09:00:00Z',
      lastActive: '2024-03-02T09:00:00Z',
      sealed: 2,
    },
    {
      id: 'bo',
      name: 'bo',
      state: 'idle',
      admin: false,
      emperor: true,
      machine: true,
      joined: null,
      lastActive: null,
      sealed: 0,
    },
    {
      id: 'cy',
      name: 'Cy',
      state: 'gone',
      admin: false,
      emperor: false,
      machine: false,
      joined: null,
      lastActive: null,
      sealed: 1,
    },
  ]);
});

test.each([
  ['Ana', 'Ana', ['Ana (a)', 'Ana (b)']],
  ['Ana', 'Аna', ['Ana (a)', 'Аna (b)']],
  ['Ana', 'Bo', ['Ana', 'Bo']],
  ['a', 'a', ['a', 'a (b)']],
  ['Aнa', 'Bo', ['Aнa (a)', 'Bo']],
  ['Анна', 'Bo', ['Анна', 'Bo']],
])('tells apart people called %s and %s', (one, other, names) => {
  const state = stateOf({ players: { a: { name: one }, b: { name: other } } });
  expect(peopleOf(state, [], []).map(({ name }) => name)).toEqual(names);
});

const change = (path: string, before: unknown, after: unknown = null): StateChange => ({
  path: path.split('.'),
  before,
  after,
});

test('the dynasty’s address is the post that ended the interregnum', () => {
  const began = {
    changes: [change('dynasty.interregnum', true, false), change('posts.4', null), change('posts.9', null)],
  };
  const other = { changes: [change('dynasty.interregnum', false, true), change('posts.7', null)] };
  const posts = { 4: {}, 7: {} } as never;
  const of = (ledger: Parameters<typeof dynastyOf>[1], dynasty = {}) =>
    dynastyOf(stateOf({ posts, dynasty }), ledger);
  expect(of([began, other])).toEqual({ address: '4', number: null, name: '', emperor: null, theme: '' });
  expect(of([other]).address).toBeNull();
  expect(
    of([{ changes: [change('game.interregnum', true, false), change('posts.4', null)] }]).address,
  ).toBeNull();
  expect(
    of([{ changes: [change('dynasty.name', true, false), change('posts.4', null)] }]).address,
  ).toBeNull();
  expect(
    of([{ changes: [change('dynasty.interregnum', true, false), change('things.4', null)] }]).address,
  ).toBeNull();
  const running = { number: 2, name: 'Second', emperor: 'bo', theme: 'Fog' };
  expect(of(undefined, running)).toEqual({ address: null, ...running });
  expect(of(undefined, { emperor: 3 }).emperor).toBeNull();
});

test('a ledger line made the posts that are whole and weren’t there before', () => {
  const changes = [
    change('posts.1', null, {}),
    change('posts.2', {}, {}),
    change('posts.3.status', null, 'enacted'),
    change('things.4', null, {}),
  ];
  expect(postsMadeBy({ changes } as unknown as LedgerLine)).toEqual(['1']);
});

const field = (kind: string, more: object = {}) => ({ rule: 'dynastic/x', type: { kind, ...more } });
const MODEL = {
  fields: {
    player: {
      oil: field('integer'),
      since: field('time'),
      until: field('optional', { of: { kind: 'time' } }),
    },
    game: { tide: field('integer', { title: 'The tide' }), seed: field('text', { private: true }) },
    emperor: { plan: field('text') },
  },
  collections: {
    rooms: {
      rule: 'dynastic/rooms',
      fields: { lit: field('boolean'), owner: field('optional', { of: { kind: 'player' } }) },
    },
    boats: { rule: 'dynastic/boats', title: 'The fleet', fields: {} },
  },
  actions: {},
  kinds: {},
  times: {},
} as unknown as GameShown['model'];

test('public values get charts, and times and secrets don’t', () => {
  expect(variablesOf(MODEL).map(({ owner, id, title }) => [owner, id, title])).toEqual([
    ['players', 'oil', 'Oil'],
    ['game', 'tide', 'The tide'],
    ['rooms', 'lit', 'Lit'],
    ['rooms', 'owner', 'Owner'],
  ]);
});

test('whatever the rules track is a term of the game', () => {
  expect(trackedOf(MODEL).map(({ title, rule }) => `${title} ${rule}`)).toEqual([
    'Oil dynastic/x',
    'Since dynastic/x',
    'Until dynastic/x',
    'The tide dynastic/x',
    'Seed dynastic/x',
    'Plan dynastic/x',
    'Rooms dynastic/rooms',
    'The fleet dynastic/boats',
  ]);
});

test('names a private value of the game without showing it', () => {
  const values = gameValuesOf(MODEL, { tide: 4, seed: 'hush' });
  expect(values.map(({ id, title, value, private: hidden }) => [id, title, value, hidden])).toEqual([
    ['tide', 'The tide', 4, false],
    ['seed', 'Seed', null, true],
  ]);
});

test('a line by the engine that ends a matter names it, and one by somebody else doesn’t', () => {
  const line = (by: string, what: string, more: object = {}): LedgerLine => ({
    n: 0,
    at: '2024-03-01T09:00:00Z',
    by,
    what,
    draws: [],
    changes: [],
    ...more,
  });
  const state = stateOf({ posts: { 3: { id: '3', title: 'Tea', kind: 'proposal' } } as never });
  const of = (given: LedgerLine) =>
    ledgerOf({ ledger: [given], model: MODEL, state, wording: IN_ENGLISH } as unknown as GameShown)[0];
  expect(of(line('engine', 'enact 3'))?.subject).toContain('Tea');
  expect(of(line('bo', 'enact 3'))).not.toHaveProperty('subject');
  expect(of(line('engine', 'noon'))).not.toHaveProperty('subject');
  expect(of(line('bo', 'roll', { refused: 'the tide is out' }))).toMatchObject({
    title: expect.stringMatching(/ \(refused\)$/u),
    refused: 'the tide is out',
  });
  expect(of(line('bo', 'roll'))).toMatchObject({
    title: expect.not.stringContaining('refused'),
    refused: null,
  });
  expect(of(line('bo', 'roll', { with: { 'blood-type': 'O', motto: 'Ahoy' } }))?.words).toBe(
    'Blood type: O · Motto: Ahoy',
  );
});
