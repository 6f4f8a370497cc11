import { expect, test } from 'vitest';

import { Naming } from './naming.ts';
import { sayHas, saidValues, trackedFields } from './tracked-values.ts';

const fields = {
  name: { rule: 'core/players', type: { kind: 'text' } },
  sheet: {
    rule: 'core/sheet',
    type: { kind: 'map', of: { kind: 'text' }, title: 'score sheet', shown: true },
  },
  headed: { rule: 'core/dynasties', type: { kind: 'integer' } },
  oil: { rule: 'dynastic/oil', type: { kind: 'integer', title: 'Oil' } },
  'used-lamp': { rule: 'dynastic/oil', type: { kind: 'map', of: { kind: 'integer' }, shown: false } },
  'is-lit': { rule: 'dynastic/oil', type: { kind: 'boolean' } },
  bid: { rule: 'dynastic/oil', type: { kind: 'integer', private: true } },
} as const;
const model = { fields: { dynasty: { number: fields.headed } }, collections: {} } as never;

test('players’ values are what dynastic rules track and what is kept by hand', () => {
  expect(trackedFields(fields, model).map(([id]) => id)).toEqual(['sheet', 'oil', 'is-lit', 'bid']);
  const naming = new Naming({ model, state: { players: {}, things: {}, posts: {} } });
  const values = {
    sheet: { hats: '3', songs: 'two' },
    oil: 0,
    'used-lamp': { d: 1 },
    'is-lit': false,
    bid: 5,
  };
  expect(saidValues(trackedFields(fields, model), values, naming)).toEqual([
    { title: 'hats', said: '3' },
    { title: 'songs', said: 'two' },
    { title: 'Oil', said: '0' },
  ]);
});

test('lists up to six values in a row', () => {
  const has = (count: number): string =>
    sayHas(Array.from({ length: count }, (_, at) => ({ title: `V${at}`, said: String(at) })));
  expect([has(0), has(2), has(6), has(7)]).toEqual([
    '',
    'V0 0, V1 1',
    'V0 0, V1 1, V2 2, V3 3, V4 4, V5 5',
    'V0 0, V1 1, V2 2, V3 3, V4 4, V5 5 …',
  ]);
});

test('only a map with keys of the players’ own is listed key by key', () => {
  const naming = new Naming({ model, state: { players: {}, things: {}, posts: {} } });
  const of = { kind: 'integer' } as const;
  const said = (type: object, value: unknown) =>
    saidValues([['lamp-oil', { rule: 'dynastic/oil', type: type as never }]], { 'lamp-oil': value }, naming);
  const whole = [{ title: 'Lamp oil', said: 'tar 3' }];
  expect(said({ kind: 'map', of, shown: true }, { tar: 3 })).toEqual([{ title: 'tar', said: '3' }]);
  expect(said({ kind: 'map', of }, { tar: 3 })).toEqual(whole);
  expect(said({ kind: 'record', fields: { tar: of }, shown: true }, { tar: 3 })).toEqual(whole);
  expect(said({ kind: 'map', of, shown: true }, 'odd')).toEqual([{ title: 'Lamp oil', said: 'odd' }]);
  expect(said({ kind: 'text', title: 'Oil' }, 'tar')).toEqual([{ title: 'Oil', said: 'tar' }]);
  for (const nothing of [null, '', [], false]) expect(said({ kind: 'text' }, nothing)).toEqual([]);
});
