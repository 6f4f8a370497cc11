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

test('plain data is frozen to the bottom', () => {
  const data = deepFreeze({ a: [{ b: { c: 1 } }], d: null });
  expect([data, data.a, data.a[0], data.a[0]?.b].every((one) => Object.isFrozen(one))).toBe(true);
  expect(deepFreeze(3)).toBe(3);
});

test('with all that hangs on it: functions, their prototypes, getters, setters, and circles', () => {
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

test('what it inherits from is left as it is', () => {
  const parent = { open: true };
  freezeWhole(Object.create(parent));
  expect(Object.isFrozen(parent)).toBe(false);
});

test('nothing beside it keeps something from being frozen', () => {
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
  'no clause leaves anything on what it finds behind its words: %o',
  (one: { readonly prototype: object }) => {
    expect([Object.isFrozen(one), Object.isFrozen(one.prototype)]).toEqual([true, true]);
  },
);
