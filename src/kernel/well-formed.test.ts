import { describe, expect, test } from 'vitest';

import {
  action,
  boolean,
  choice,
  data,
  integer,
  list,
  map,
  optional,
  player,
  post,
  record,
  text,
  thing,
  time,
} from '../rules/index.ts';
import type { Definition } from './definition.ts';
import { whyIllFormed } from './well-formed.ts';

/** A clause may write anything, whatever the compiler says. */
const wrongs: readonly (readonly [written: string, definition: unknown, fault: RegExp])[] = [
  [
    'a choice of no list',
    { player: { x: choice('a' as never) } },
    /^player\.x\.of must be a list, but is "a"$/u,
  ],
  [
    'a choice whose second is a number',
    { game: { x: choice(['a', 5] as never) } },
    /^game\.x\.of\[1\] must be text, but is 5$/u,
  ],
  [
    'a choice of numbers',
    { game: { x: choice([1] as never) } },
    /^game\.x\.of\[0\] must be text, but is 1$/u,
  ],
  ['a list of nothing', { game: { x: list(undefined as never) } }, /^game\.x\.of is missing$/u],
  [
    'a list of no type',
    { game: { x: list(5 as never) } },
    /^game\.x\.of must be a type such as integer\(\)/u,
  ],
  ['no end of values', { game: { x: list(integer(), { min: 1e9 }) } }, /more than 1000 values/u],
  [
    'lists of lists of values',
    { game: { x: list(list(integer(), { min: 40 }), { min: 40 }) } },
    /more than 1000/u,
  ],
  ['one value more', { game: { x: list(integer(), { min: 1001 }) } }, /more than 1000 values/u],
  [
    'a list of too many in a list of as many as may be',
    { game: { x: list(list(integer(), { min: 2000 })) } },
    /more than 1000 values/u,
  ],
  ['a map of no type', { game: { x: map(5 as never) } }, /^game\.x\.of must be a type such as integer\(\)/u],
  [
    'a choice of nothing or of no list',
    { game: { x: optional(choice('a' as never)) } },
    /^game\.x\.of\.of must be a list/u,
  ],
  [
    'a bound that is a word',
    { game: { x: integer({ min: 'a' as never }) } },
    /^game\.x\.min must be a number/u,
  ],
  ['a bound that is none', { game: { x: integer({ max: NaN }) } }, /^game\.x\.max must be a number, but is/u],
  ['a least above the most', { game: { x: integer({ min: 5, max: 1 }) } }, /its least is 5, and its most 1/u],
  [
    'a start out of bounds',
    { game: { x: integer({ start: -5 }) } },
    /has no starting value: the value would be -5/u,
  ],
  ['a start without end', { game: { x: integer({ start: Infinity }) } }, /^game\.x\.start must be a number/u],
  ['a pattern that is none', { game: { x: text({ pattern: '(' }) } }, /is not a regular expression/u],
  [
    'a pattern that is a number',
    { game: { x: text({ pattern: 5 as never }) } },
    /^game\.x\.pattern must be text, but is 5$/u,
  ],
  ['a pattern that no start has', { player: { x: text({ pattern: 'a' }) } }, /must look like a, not ""/u],
  ['a moment that there is not', { game: { x: { kind: 'time', start: 'never' } } }, /must be a UTC time/u],
  ['a thing from nowhere', { game: { x: thing('nowhere') } }, /must name a thing.*make it optional/u],
  [
    'a thing that is a number',
    { game: { x: { kind: 'thing', collection: 'rooms', start: 5 } } },
    /must name a thing: there is no thing called 5/u,
  ],
  [
    'a thing of no collection',
    { game: { x: thing(undefined as never) } },
    /^game\.x\.collection is missing$/u,
  ],
  [
    'none that is a number',
    { game: { x: optional(integer(), { none: 5 as never }) } },
    /none must be text, but is 5/u,
  ],
  ['data that is none', { game: { x: data({ start: () => 1 }) } }, /must be plain data/u],
  [
    'a type that is no type',
    { player: { x: 5 } },
    /^player\.x must be a type such as integer\(\), but is 5$/u,
  ],
  [
    'a type that nobody can write out',
    { player: { x: [5n] } },
    /^player\.x must be a type such as integer\(\), but is something that can’t be printed$/u,
  ],
  ['a type that is nothing', { player: { x: null } }, /but is null$/u],
  ['a function for a type', { player: { x: integer } }, /but is a function$/u],
  ['a kind that each object has', { player: { x: { kind: 'constructor' } } }, /unknown kind: "constructor"/u],
  [
    'a kind that says another each time',
    { player: { x: { kind: { toString: () => 'integer' } } } },
    /unknown kind/u,
  ],
  ['a record of no types', { game: { x: record({ a: 5 as never }) } }, /^game\.x\.fields\.a must be a type/u],
  [
    'a title that is a number',
    { game: { x: boolean({ title: 5 as never }) } },
    /^game\.x\.title must be text/u,
  ],
  [
    'a secret that is a word',
    { game: { x: boolean({ private: 'yes' as never }) } },
    /must be true or false/u,
  ],
  ['variables that are a word', { player: 'abc' }, /^player must be an object, but is "abc"$/u],
  ['an action that is nothing', { actions: { go: null } }, /^actions\.go must be an object, but is null$/u],
  [
    'an effect that is none',
    { actions: { go: action({ effect: 5 as never }) } },
    /effect must be a function/u,
  ],
  [
    'a step that is none',
    { actions: { go: { steps: { 'one step': 5 } } } },
    /steps\.one step must be a function/u,
  ],
  [
    'parameters of no type',
    { actions: { go: { with: { x: choice(3 as never) } } } },
    /with\.x\.of must be a list/u,
  ],
  ['somebody else', { actions: { go: { by: ['nobody'] } } }, /by\[0\] must be one of player, emperor/u],
  ['a cost in words', { actions: { go: { cost: { oil: 'a' } } } }, /cost\.oil must be a number/u],
  ['another frequency', { actions: { go: { frequency: 'never' } } }, /frequency must be one of daily/u],
  ['a view that is nothing', { views: { x: null } }, /^views\.x must be an object, but is null$/u],
  [
    'a view of no value',
    { views: { x: { of: 'game', returns: integer() } } },
    /^views\.x\.value is missing$/u,
  ],
  ['a hook that is none', { hooks: { 'may-enact': null } }, /may-enact must be a function/u],
  ['an event that is none', { on: { changed: 5 } }, /^on\.changed must be a function/u],
  ['a time that is none', { times: { x: { at: 5, effect: 5 } } }, /^times\.x\.at must be a function/u],
  ['a post for something else', { posts: { x: { purpose: 'x' } } }, /purpose must be one of change/u],
  [
    'a submission of no type',
    { submissions: { x: { with: { a: 5 } } } },
    /^submissions\.x\.with\.a must be a type/u,
  ],
  ['a rank that is none', { precedence: 5 }, /^precedence must be a function, but is 5$/u],
  ['ids that are numbers', { things: { x: { ids: [5] } } }, /^things\.x\.ids\[0\] must be text/u],
  ['things among people', { things: { players: { fields: {} } } }, /which every game uses already/u],
  ['a name with nothing in it', { player: { '': integer() } }, /it is empty/u],
  ['a name that nobody sees', { player: { 'a\u200b': integer() } }, /invisible characters/u],
  ['a name in parts', { player: { 'e\u0301': integer() } }, /composed letters/u],
  ['a name without end', { player: { ['x'.repeat(3000)]: integer() } }, /longer than 200/u],
  ['a name that is one letter too long', { player: { ['x'.repeat(201)]: integer() } }, /longer than 200/u],
  [
    'a name that each object has',
    { player: { constructor: integer() } },
    /every object already has a constructor/u,
  ],
];

describe('says where and why a definition can’t be used', () => {
  test.each(wrongs)('%s', (_, definition, fault) => {
    expect(whyIllFormed(definition as Definition)).toMatch(fault);
  });

  test('rejects a type that contains itself, and a value that changes at each look', () => {
    const own = { kind: 'list', of: {} };
    own.of = own;
    expect(whyIllFormed({ game: { x: own } } as unknown as Definition)).toContain('nested more than 20 deep');
    const record = { kind: 'record', fields: {} };
    record.fields = { a: record };
    expect(whyIllFormed({ game: { x: record } } as unknown as Definition)).toContain(
      'nested more than 20 deep',
    );
    let views = 0;
    const changing = {
      get x() {
        return views++ === 0 ? integer() : null;
      },
    };
    expect(whyIllFormed({ game: changing } as unknown as Definition)).toContain(
      'a plain value, not a getter',
    );
    const deaf = {
      set title(_: string) {
        throw new Error('nobody writes it');
      },
    };
    expect(whyIllFormed({ actions: { go: deaf } })).toBe(
      'actions.go.title must be a plain value, not a getter',
    );
  });

  test('rethrows what a value throws when it is looked at', () => {
    const trap = {
      get a() {
        throw new Error('a trap');
      },
    };
    const definition = { game: { x: { kind: 'data', start: trap } } } as unknown as Definition;
    expect(() => whyIllFormed(definition)).toThrow(/^a trap$/u);
  });
});

test('what the compiler accepts is well-formed', () => {
  const call = (): void => undefined;
  const definition = {
    player: { oil: integer({ min: null }), friend: optional(player()), words: text({ pattern: '^a*$' }) },
    game: {
      any: data(),
      by: map(integer()),
      on: optional(time()),
      one: choice(['a', 'b'], { start: 'b' }),
      grid: list(list(integer(), { min: 3 }), { min: 3 }),
      both: record({ a: integer({ max: Infinity }), b: boolean() }),
      hall: thing('rooms', { start: 'hall' }),
    },
    things: {
      rooms: { ids: () => ['hall'], fields: { owner: player() }, start: () => ({}), find: () => null },
    },
    actions: { go: { ...action({ with: { to: thing('rooms') }, effect: call }), steps: { 'pay it': call } } },
    views: { near: { of: ['game', 'rooms'], returns: list(thing('rooms')), value: () => [] }, other: call },
    on: { changed: call },
    hooks: { 'may-vote': call },
    posts: { story: { title: 'Story', votable: false, purpose: 'tell' } },
    submissions: { bid: { open: { on: post() }, with: { n: integer() }, to: call } },
    times: { dawn: { at: () => null, effect: call } },
    precedence: () => 1,
  };
  expect(whyIllFormed(definition as unknown as Definition)).toBeNull();
});

test('a definition is well-formed up to each limit', () => {
  const deep = (depth: number): ReturnType<typeof list> =>
    depth === 0 ? list(integer()) : list(deep(depth - 1));
  const game = {
    // Another engine may know a minimum and a maximum for texts.
    other: { ...text(), min: 5, max: '1' } as never,
    large: integer({ min: 5000 }),
    below: integer({ min: null, max: -3 }),
    one: integer({ min: 3, max: 3 }),
    many: list(integer(), { min: 1000 }),
    deep: deep(19),
    ['é'.repeat(200)]: integer(),
  };
  expect(whyIllFormed({ game })).toBeNull();
  expect(whyIllFormed({ game: { deep: deep(20) } })).toContain('nested more than 20 deep');
});
