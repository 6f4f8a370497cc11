import { expect, test } from 'vitest';

import { HarnessError } from './calls.ts';
import { Entity } from './entities.ts';
import { deepFreeze, freezeWhole } from './freeze.ts';
import { PersonEntity, Singleton, ThingEntity } from './game-entities.ts';
import { Handle } from './lasting.ts';
import { PostEntity } from './post-entity.ts';
import { Refusal, RuleError } from './refusal.ts';
import { PeopleSet, PlayerSet, PostEntitySet, ThingSet } from './sets.ts';
import { IllegalValue } from './values.ts';

test('freezes plain data deeply', () => {
  const data = deepFreeze({ a: [{ b: { c: 1 } }], d: null });
  expect([data, data.a, data.a[0], data.a[0]?.b].every((one) => Object.isFrozen(one))).toBe(true);
  expect(deepFreeze(3)).toBe(3);
});

test('freezes a class with all that belongs to it: functions, prototypes, getters, setters, and cycles', () => {
  class Lamp {
    static made = { count: 0 };
    get lit(): boolean {
      return true;
    }
    burn(): void {}
  }
  const { get } = Object.getOwnPropertyDescriptor(Lamp.prototype, 'lit') ?? {};
  const round: { self?: unknown; lamp: unknown } = { lamp: Lamp };
  round.self = round;
  freezeWhole(undefined, round, { key: Symbol.iterator });
  expect(
    [round, Lamp, Lamp.made, Lamp.prototype, Lamp.prototype.burn, get].every((one) => Object.isFrozen(one)),
  ).toBe(true);
});

test('takes what is frozen to be deeply frozen, and doesn’t go through it again', () => {
  const seen: string[] = [];
  deepFreeze(
    Object.freeze({
      get inner() {
        return seen.push('inner');
      },
    }),
  );
  expect(seen).toEqual([]);
});

test('freezes all that is in what looks like a function, and in a modified function', () => {
  const [inner, other] = [{ length: {}, name: {} }, { kept: {} }];
  freezeWhole(inner);
  expect([inner.length, inner.name].map(Object.isFrozen)).toEqual([true, true]);
  for (const gone of ['length', 'name'])
    for (const order of [
      ['kept', gone],
      [gone, 'kept'],
    ]) {
      const made = (): void => undefined;
      const saved = {};
      Reflect.deleteProperty(made, 'length');
      Reflect.deleteProperty(made, 'name');
      for (const key of order)
        Object.defineProperty(made, key, { value: key === 'kept' ? saved : '', configurable: true });
      freezeWhole(made);
      expect([order, Object.isFrozen(made), Object.isFrozen(saved)]).toEqual([order, true, true]);
    }
  expect(Object.isFrozen(other)).toBe(false);
});

test('leaves the prototype as it is', () => {
  const parent = { open: true };
  freezeWhole(Object.create(parent));
  expect(Object.isFrozen(parent)).toBe(false);
});

test('freezes something even if null or undefined is given beside it', () => {
  const [one, other] = [{ inner: {} }, (): void => undefined];
  freezeWhole(one, undefined);
  freezeWhole(other, null, undefined);
  expect([one, one.inner, other].map(Object.isFrozen)).toEqual([true, true, true]);
});

test.each([
  Handle,
  Entity,
  PersonEntity,
  PostEntity,
  Singleton,
  ThingEntity,
  PeopleSet,
  PlayerSet,
  PostEntitySet,
  ThingSet,
  HarnessError,
  IllegalValue,
  Refusal,
  RuleError,
])(
  'no clause can store anything on what it finds behind its arguments: %o',
  (one: { readonly prototype: object }) => {
    expect([Object.isFrozen(one), Object.isFrozen(one.prototype)]).toEqual([true, true]);
  },
);
