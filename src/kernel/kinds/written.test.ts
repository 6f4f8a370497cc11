import { expect, test } from 'vitest';

import { boolean, list, optional, integer, record, text } from '../../rules/types.ts';
import type { ValueType } from '../value-types.ts';
import { writtenParts } from './written.ts';

/** As plain text, with everything inside in its own way. */
function written(type: ValueType | undefined, value: unknown): string {
  const parts = writtenParts(type, value) ?? [Array.isArray(value) ? value.join(', ') : String(value)];
  return parts.map((one) => (typeof one === 'string' ? one : written(one.type, one.value))).join('');
}

const ally = record(
  { identity: text(), trust: integer(), unholy: optional(text()) },
  { written: '{identity}({trust})({unholy})' },
);
const beast = record({ kind: text(), has: list(text(), { between: ' ' }) }, { written: '{has} {kind}' });
const piece = record({ art: text(), price: integer() }, { written: '{art} [{price}]' });
const favour = record({ lender: text(), ripe: boolean() }, { written: 'of {lender} ({ripe})' });
const entry = record(
  { art: optional(text()), price: optional(integer()), set: optional(list(piece, { written: '{…}' })) },
  { written: '{art} [{price}]{set}' },
);

test.each<readonly [ValueType, unknown, string]>([
  [ally, { identity: 'Queen', trust: 4 }, 'Queen(4)'],
  [ally, { identity: 'Queen', trust: 0, unholy: 'Giant' }, 'Queen(0)(Giant)'],
  [
    list(beast, { between: '; ' }),
    [
      { kind: 'duck', has: ['giant', 'winged'] },
      { kind: 'emu', has: [] },
    ],
    'giant winged duck; emu',
  ],
  [favour, { lender: 'Bo', ripe: true }, 'of Bo (ripe)'],
  [favour, { lender: 'Cy', ripe: false }, 'of Cy'],
  [entry, { art: 'Dusk', price: 1000 }, 'Dusk [1000]'],
  [
    entry,
    {
      set: [
        { art: 'Dusk', price: 1 },
        { art: 'Dawn', price: 2 },
      ],
    },
    '{Dusk [1], Dawn [2]}',
  ],
  [list(list(text(), { written: '[…]' }), { between: ' ' }), [['a', 'b'], ['c']], '[a, b] [c]'],
  [integer({ written: '$…' }), 5, '$5'],
  [optional(integer({ written: '$…' })), 5, '$5'],
  // What a field holds is never read as a template.
  [entry, { art: '{price} […]', price: 3 }, '{price} […] [3]'],
])('%#: writes %j as its type says', (type, value, said) => {
  expect(written(type, value)).toBe(said);
});

test('a type without a format leaves it to the caller how to show the value', () => {
  expect([text(), list(text()), undefined].map((type) => writtenParts(type, ['a']))).toEqual([
    null,
    null,
    null,
  ]);
});
