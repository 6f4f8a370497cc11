import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueType } from './value-types.ts';
import { encode, isPlainlyLegal } from './kinds/index.ts';
import { define, plain, recordable, sameValue, showValue, toWords } from './values.ts';

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
  fc.constant({ kind: 'time' } as const),
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
  list: fc.oneof(
    fc.constantFrom([], ['a']),
    fc.array(fc.oneof(fc.nat(9), fc.boolean(), fc.constantFrom('a', 'b')), { maxLength: 5 }),
  ),
  time: fc.constantFrom('2021-06-18T09:00:00Z', '2021-02-29T09:00:00Z', '2021-06-18', 'soon'),
  optional: fc.constantFrom(null, 'none'),
};
const typesWithValues = types.chain((type) =>
  fc.tuple(fc.constant(type), fc.oneof(anything, ofKind[type.kind] ?? anything)),
);

test('a value that looks legal at a glance is legal, and is stored as it is', () => {
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

test('nothing that refers to somebody or needs a check is legal at a glance', () => {
  const at = (type: ValueType, value: unknown): boolean => isPlainlyLegal(type, value);
  expect(at({ kind: 'player' }, 'ana')).toBe(false);
  expect(at({ kind: 'integer' }, -1)).toBe(false);
  expect(at({ kind: 'text', filled: true }, 'a')).toBe(false);
  expect(at({ kind: 'list', of: { kind: 'player' } }, ['ana'])).toBe(false);
  expect(at({ kind: 'optional', of: { kind: 'player' }, none: null }, 'ana')).toBe(false);
});

class Named {
  readonly id: unknown;
  constructor(id: unknown) {
    this.id = id;
  }
}

test('copies plain data, names what has an id by it, and throws for anything else', () => {
  const bare = Object.assign(Object.create(null) as object, { a: [undefined, 'x'] });
  expect(plain({ one: bare, two: new Named('ana') })).toEqual({ one: { a: [null, 'x'] }, two: 'ana' });
  for (const [value, kind] of [
    [new Named(3), 'object'],
    [new Map(), 'object'],
    [Object.assign(() => 1, { id: 'x' }), 'function'],
  ])
    expect(() => plain(value)).toThrow(`must be plain data, not ${String(kind)}`);
  expect(() => plain(NaN)).toThrow('is not a number that can be saved: NaN');
});

test('refuses a rule’s value that can’t be kept, and passes on an error of its own', () => {
  expect(() => recordable('the tally', new Map())).toThrow('the tally must be plain data');
  const trap = {
    get yes(): never {
      throw new TypeError('mine');
    },
  };
  expect(() => recordable('the tally', trap)).toThrow(TypeError);
});

test('accepts a text or a number as words', () => {
  expect([toWords('title', 'One'), toWords('title', 7)]).toEqual(['One', '7']);
  expect(() => toWords('title', ['x'])).toThrow('the title must be text, not ["x"]');
});

test('treats a key that every object has as data like any other', () => {
  const target: Record<string, unknown> = {};
  define(target, '__proto__', 1);
  expect(Object.entries(target)).toEqual([['__proto__', 1]]);
});

test('shows a value in at most sixty letters', () => {
  const [long, tooLong] = ['x'.repeat(60), 'x'.repeat(61)];
  expect([showValue(long), showValue(tooLong)]).toEqual([`"${long}"`, `"${'x'.repeat(57)}…"`]);
  expect([showValue(['x'.repeat(56)]), showValue(['x'.repeat(57)])]).toEqual([
    `["${'x'.repeat(56)}"]`,
    `["${'x'.repeat(55)}…`,
  ]);
  expect([showValue(() => 1), showValue(undefined), showValue(3)]).toEqual(['a function', 'undefined', '3']);
});

test('values are the same if all that they hold is the same', () => {
  expect(sameValue({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  const others = [{}, [], 3, null, 'x', { a: 1 }, { b: 1 }, [1], [1, 2], new Array(2), new Array(3)];
  for (const one of others)
    for (const other of others) expect(sameValue(one, other), showValue([one, other])).toBe(one === other);
});

test('stores a negative zero as zero', () => {
  expect(plain([-0, { n: -0 }])).toEqual([0, { n: 0 }]);
});
