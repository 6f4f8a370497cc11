import { IN_ENGLISH } from '../../language/wording.ts';
import { expect, test } from 'vitest';
import { emptyState, type State } from '../../kernel/state.ts';
import { NamesThen } from './collect-state.ts';

const model = {
  fields: {},
  collections: { rooms: { title: 'Rooms', rule: 'core/rooms', fields: {} } },
} as unknown as ConstructorParameters<typeof NamesThen>[0]['model'];
const state: State = {
  ...emptyState(),
  things: { rooms: { G4: { title: 'Cistern' }, H7: { title: 'Hall' } } },
};
const path = (id: string, ...more: string[]): readonly string[] => ['things', 'rooms', id, ...more];
const names = new NamesThen({ model, state, wording: IN_ENGLISH }, [
  { n: 3, changes: [{ path: path('G4'), before: undefined, after: { title: '' } }] },
  { n: 5, changes: [{ path: path('G4', 'title'), before: '', after: 'Well' }] },
  { n: 7, changes: [{ path: path('G4', 'lit'), before: false, after: true }] },
  { n: 9, changes: [{ path: path('G4', 'title'), before: 'Well', after: 'Cistern' }] },
]);

test('a ledger line calls a thing by the name that it had then', () => {
  expect([3, 4, 5, 8, 9, 20].map((n) => names.at(n).thing('rooms', 'G4'))).toEqual([
    'G4',
    'G4',
    'Well (G4)',
    'Well (G4)',
    'Cistern (G4)',
    'Cistern (G4)',
  ]);
  expect(names.at(3).label('rooms', 'H7')).toBe('Hall');
});

test('a thing has its earlier names, each with the line that ended it', () => {
  expect(names.earlier('rooms', 'G4')).toEqual([
    { until: 5, label: 'G4' },
    { until: 9, label: 'Well' },
  ]);
  expect(names.earlier('rooms', 'H7')).toEqual([]);
});
