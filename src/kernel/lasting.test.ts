import { expect, test } from 'vitest';
import { Handle, lasting as lastingOf, madeLasting } from './lasting.ts';

const made = new WeakSet();
const lasting = <T>(value: T): { readonly value: T } | undefined => lastingOf(value, made);

test('copies plain data and freezes it deeply, and keeps what is frozen that way already', () => {
  const given = { names: ['ana'], deep: { list: [{ n: 1 }] }, none: null };
  const saved = lasting(given)?.value;
  expect(saved).toEqual(given);
  expect(saved).not.toBe(given);
  expect([Object.isFrozen(saved), Object.isFrozen(saved?.deep.list[0])]).toEqual([true, true]);
  expect(Object.isFrozen(given.deep)).toBe(false);
  expect(lasting(saved)?.value).toBe(saved);
});

test('keeps only the value of a getter', () => {
  let reads = 0;
  const saved = lasting({
    get count(): number {
      return ++reads;
    },
  })?.value;
  expect([saved?.count, saved?.count, reads]).toEqual([1, 1, 1]);
});

test('keeps the same entity', () => {
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
])('doesn’t keep %s', (_, value) => {
  expect(lasting<unknown>(value)).toBeUndefined();
});

test('doesn’t copy again what the kernel made itself', () => {
  const flat = madeLasting({ oil: 3 }, made);
  expect([lasting(flat)?.value === flat, Object.isFrozen(flat)]).toEqual([true, true]);
});

test('keeps the prototype, also if it is null', () => {
  const bare = Object.assign(Object.create(null) as object, { oil: 3 });
  expect(Object.getPrototypeOf(lasting(bare)?.value)).toBeNull();
  expect(Object.getPrototypeOf(lasting({ oil: 3 })?.value)).toBe(Object.prototype);
});

test('rethrows running out of steps or memory, and treats other errors as something that can’t be kept', () => {
  const throwing = (name: string): object => ({
    get oil(): never {
      throw Object.assign(new Error('interrupted'), { name });
    },
  });
  expect(() => lasting(throwing('InternalError'))).toThrow('interrupted');
  expect(lasting(throwing('TypeError'))).toBeUndefined();
});
