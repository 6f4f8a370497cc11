import { expect, test } from 'vitest';
import type { ValueType } from '../kernel/value-types.ts';
import { emptyState } from '../kernel/state.ts';
import { Naming } from './naming.ts';
import { sayChanges } from './say-changes.ts';
import { sayTakenAction } from './say-taken-action.ts';

const field = (type: ValueType): { type: ValueType; rule: string } => ({ type, rule: 'dynastic/harbour' });
const naming = new Naming({
  model: {
    fields: {
      player: { oil: field({ kind: 'integer' }), berth: field({ kind: 'thing', collection: 'berths' }) },
      game: { tide: field({ kind: 'choice', of: ['slack-water', 'flood'] }) },
    },
    collections: {
      berths: {
        rule: 'dynastic/harbour',
        title: 'Berths',
        fields: {
          'newly-dredged': field({ kind: 'boolean' }),
          'last-used-by': field({ kind: 'optional', of: { kind: 'player' }, none: null }),
          signs: field({ kind: 'list', of: { kind: 'choice', of: ['red-light', 'fog-bell'] } }),
        },
      },
    },
  },
  state: {
    ...emptyState(),
    players: { ana: { name: 'Ana' }, bo: { name: '' } },
    things: { berths: { G4: { name: 'North Pier' }, 'old-wharf': {}, 'ana-bo': {} } },
  },
});

test.each([
  [['players', 'ana', 'oil'], 5, 7, 'Ana: Oil 5 → 7'],
  [['players', 'ana', 'berth'], null, 'G4', 'Ana: Berth North Pier (G4)'],
  [['players', 'ana', 'berth'], 'G4', 'old-wharf', 'Ana: Berth North Pier (G4) → Old Wharf'],
  [['game', 'tide'], 'flood', 'slack-water', 'Tide flood → slack water'],
  [['game', 'last-turn'], null, '2024-03-01T09:00:00Z', 'Last turn 2024-03-01 09:00 UTC'],
  [['things', 'berths', 'G4', 'newly-dredged'], false, true, 'North Pier (G4): now newly dredged'],
  [['things', 'berths', 'G4', 'newly-dredged'], true, false, 'North Pier (G4): no longer newly dredged'],
  [['things', 'berths', 'ana-bo', 'last-used-by'], 'bo', null, 'Ana and bo: Last used by bo → nothing'],
  [
    ['things', 'berths', 'G4', 'signs'],
    ['red-light'],
    ['fog-bell'],
    'North Pier (G4): Signs + fog bell, − red light',
  ],
  [['things', 'berths', 'old-wharf'], null, {}, 'Old Wharf is new among Berths'],
  [['things', 'berths', 'old-wharf'], {}, null, 'Old Wharf is gone from Berths'],
])('%j: %j → %j', (path, before, after, said) => {
  expect(sayChanges([{ path, before, after }], naming)).toEqual([said]);
});

test('what says nothing before and after, and what only the engine keeps, is left out', () => {
  const changes = [
    { path: ['players', 'ana', 'berth'], before: 'none', after: null },
    { path: ['things', 'berths', 'G4', 'signs'], before: null, after: [] },
    { path: ['players', 'ana', 'last-active'], before: null, after: '2024-03-01T09:00:00Z' },
    { path: ['taken', 'act'], before: null, after: 1 },
  ];
  expect(sayChanges(changes as never, naming)).toEqual([]);
});

test('a deed is told with what it was done to, and what came of it for whoever did it', () => {
  const deed = {
    title: 'Moor',
    by: 'ana',
    with: { berth: 'G4', motto: 'Ahoy' },
    types: { berth: { kind: 'thing', collection: 'berths' }, motto: { kind: 'text' } },
    changes: [
      { path: ['players', 'ana', 'oil'], before: 5, after: 7 },
      { path: ['players', 'bo', 'oil'], before: 1, after: 0 },
    ],
  } as const;
  expect(sayTakenAction(deed, naming)).toBe('Moor: North Pier (G4); Oil 5 → 7');
  expect(sayTakenAction({ ...deed, by: 'engine', with: {} }, naming)).toBe('Moor');
});
