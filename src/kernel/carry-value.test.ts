import { describe, expect, test } from 'vitest';

import { boolean, choice, integer, list, map, optional, player, record, text } from '../rules/types.ts';
import { carryValue } from './migrate.ts';
import type { References } from './kinds/kind.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue } from './values.ts';

const refs: References = {
  player: (value) => (value === 'bo' || value === 'cy' ? value : null),
  thing: () => null,
  post: () => null,
};
const typeOf = (given: unknown): ValueType => given as ValueType;

const CARRIED: readonly (readonly [from: unknown, type: unknown, to: unknown])[] = [
  [7, integer(), 7],
  [7, text(), '7'],
  ['7', integer(), 7],
  ['seven', integer(), 7],
  [7, list(integer()), [7]],
  ['oak', list(text()), ['oak']],
  [['oak', 'elm'], list(choice(['elm', 'ash'])), ['elm']],
  [['bo', 'ana', 'cy'], list(player()), ['bo', 'cy']],
  ['yes', boolean(), true],
  [true, text(), 'true'],
  ['elm', choice(['elm', 'ash']), 'elm'],
  ['7', optional(integer()), 7],
  ['oak', optional(integer()), null],
  [{ a: 1, b: 'x' }, record({ a: text(), c: integer() }), { a: '1', c: 0 }],
  [{ a: 1, b: 'x' }, map(integer()), { a: 1 }],
  [
    { a: 1 },
    record({ a: text(), b: optional(integer()), c: text({ start: 'none' }) }),
    { a: '1', c: 'none' },
  ],
  [{ a: 1, b: 'oak' }, record({ a: text(), b: optional(integer()) }), { a: '1', b: null }],
];

describe('a value whose type has changed', () => {
  test.each(CARRIED)('from %j, read as %j, becomes %j', (from, type, to) => {
    const carried = carryValue(typeOf(type), from, refs);
    expect(carried).toEqual(to);
    // Once converted it stays the same, however often the game is opened.
    expect(carryValue(typeOf(type), carried, refs)).toEqual(carried);
  });

  test.each([
    ['oak', integer()],
    [-3, integer()],
    [{ a: 1 }, integer()],
    ['oak', choice(['elm', 'ash'])],
    [['oak'], text()],
    ['ana', player()],
  ])('from %j can’t be read as %j', (from, type) => {
    expect(() => carryValue(typeOf(type), from, refs)).toThrow(IllegalValue);
  });
});
