import { expect, test } from 'vitest';
import { Handle, lasting as lastingOf, madeLasting } from './lasting.ts';

const made = new WeakSet();
const lasting = <T>(value: T): { readonly value: T } | undefined => lastingOf(value, made);

test('plain data is copied and frozen to the bottom, and what is so already is kept', () => {
  const given = { names: ['ana'], deep: { list: [{ n: 1 }] }, none: null };
  const saved = lasting(given)?.value;
  expect(saved).toEqual(given);
  expect(saved).not.toBe(given);
  expect([Object.isFrozen(saved), Object.isFrozen(saved?.deep.list[0])]).toEqual([true, true]);
  expect(Object.isFrozen(given.deep)).toBe(false);
  expect(lasting(saved)?.value).toBe(saved);
});

test('a getter leaves its value and nothing else', () => {
  let reads = 0;
  const saved = lasting({
    get count(): number {
      return ++reads;
    },
  })?.value;
  expect([saved?.count, saved?.count, reads]).toEqual([1, 1, 1]);
});

test('an entity is the same entity', () => {
  const entity = Object.freeze(new (class extends Handle {})());
  expect(lasting([entity])?.value[0]).toBe(entity);
});

test.each([
  ['a function', () => 1],
  ['a function within', { list: [{ keep: () => 1 }] }],
  ['a map', new Map()],
  ['an instance', new Date(0)],
  ['a thing under a symbol', { [Symbol('kept')]: {} }],
  [
    'a getter that throws',
    {
      get it() {
        throw new Error('no');
      },
    },
  ],
  [
    'a getter that throws nothing',
    {
      get it() {
        // oxlint-disable-next-line no-throw-literal
        throw null;
      },
    },
  ],
  [
    'a function behind a getter',
    {
      get it() {
        return () => 1;
      },
    },
  ],
])('%s does not last', (_, value) => {
  expect(lasting<unknown>(value)).toBeUndefined();
});

test('what the kernel made itself is not copied again', () => {
  const flat = madeLasting({ oil: 3 }, made);
  expect([lasting(flat)?.value === flat, Object.isFrozen(flat)]).toEqual([true, true]);
});

test('what inherits from nothing goes on inheriting from nothing, and all else from what it did', () => {
  const bare = Object.assign(Object.create(null) as object, { oil: 3 });
  expect(Object.getPrototypeOf(lasting(bare)?.value)).toBeNull();
  expect(Object.getPrototypeOf(lasting({ oil: 3 })?.value)).toBe(Object.prototype);
});

test('being out of steps or memory is not taken for something that can’t be kept', () => {
  const throwing = (name: string): object => ({
    get oil(): never {
      throw Object.assign(new Error('interrupted'), { name });
    },
  });
  expect(() => lasting(throwing('InternalError'))).toThrow('interrupted');
  expect(lasting(throwing('TypeError'))).toBeUndefined();
});
