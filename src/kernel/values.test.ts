import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueType } from './value-types.ts';
import { encode, isPlainlyLegal } from './kinds/index.ts';

const nobody = { player: () => null, thing: () => null, post: () => null };

const simple: fc.Arbitrary<ValueType> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('integer' as const),
      min: fc.option(fc.integer({ min: -5, max: 5 })),
      max: fc.nat(9),
    },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('text' as const), filled: fc.boolean() }, { requiredKeys: ['kind'] }),
  fc.constant({ kind: 'text', pattern: '^a' } as const),
  fc.constant({ kind: 'boolean' } as const),
  fc.constant({ kind: 'choice', of: ['a', 'b', 'none'] } as const),
  fc.constant({ kind: 'player' } as const),
);

const types: fc.Arbitrary<ValueType> = fc.oneof(
  simple,
  fc.record(
    { kind: fc.constant('list' as const), of: simple, min: fc.nat(2), max: fc.nat(4) },
    { requiredKeys: ['kind', 'of'] },
  ),
  fc.record({ kind: fc.constant('optional' as const), of: simple, none: fc.constantFrom(null, 'none') }),
);

const anything = fc.oneof(
  fc.constantFrom(null, undefined, 'none', '', 'a', 'b', ' ', true, false, -0, 1.5, NaN, [], ['a'], {}),
  fc.integer({ min: -10, max: 12 }),
);
const ofKind: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  integer: fc.integer({ min: -10, max: 12 }),
  text: fc.string(),
  boolean: fc.boolean(),
  choice: fc.constantFrom('a', 'b', 'none'),
  list: fc.constantFrom([], ['a']),
  optional: fc.constantFrom(null, 'none'),
};
const typesWithValues = types.chain((type) =>
  fc.tuple(fc.constant(type), fc.oneof(anything, ofKind[type.kind] ?? anything)),
);

test('what is taken for legal at a glance is legal, and is stored as it is', () => {
  let taken = 0;
  fc.assert(
    fc.property(typesWithValues, ([type, value]) => {
      if (!isPlainlyLegal(type, value)) return;
      taken++;
      expect(encode(type, value, nobody)).toEqual(Object.is(value, -0) ? 0 : value);
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(500);
});

test('nothing that refers to somebody is, nor what has to be looked at', () => {
  const at = (type: ValueType, value: unknown): boolean => isPlainlyLegal(type, value);
  expect(at({ kind: 'player' }, 'ana')).toBe(false);
  expect(at({ kind: 'integer' }, -1)).toBe(false);
  expect(at({ kind: 'text', filled: true }, 'a')).toBe(false);
  expect(at({ kind: 'list', of: { kind: 'text' } }, ['a'])).toBe(false);
});
