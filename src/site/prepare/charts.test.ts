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

test('numbers go up and down from what they were before the first change, for those who play', () => {
  expect(courses['players-oil']).toEqual(['lines', ['Ana', 3, 4, 5, 5]]);
});

test('what came into being with its rule or its thing, and is as it was then, gets no line', () => {
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

test('what is no number is written, with people by their names, and lists are as high as they are long', () => {
  expect(courses['players-lit']).toEqual(['bands', ['Ana', 'no', 'yes', 'yes']]);
  expect(courses['rooms-owner']).toEqual(['bands', ['D4', '0', 'Ana', 'Ana']]);
  expect(courses['game-deck']).toEqual(['lines', ['', 2, 1, 1]]);
});

test('what never changed makes no chart', () => {
  expect(courses['game-phase']).toBeUndefined();
});
