import { expect, test } from 'vitest';

import { Naming } from './naming.ts';
import { saidValues, trackedFields } from './tracked-values.ts';

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

test('what somebody has is what rules of the dynasty track, and what is written down by hand', () => {
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
