// What a scenario expects at its end, taken apart and compared with the game.
import { describe, expect, test } from 'vitest';

import { compare, expectationsOf, isPart } from './expectations.ts';

const places = (then: Readonly<Record<string, unknown>>): readonly string[] =>
  expectationsOf(then).map(({ path, expected }) => `${path.join(' / ')} = ${JSON.stringify(expected)}`);

test.each<[object, readonly string[]]>([
  [
    { players: { ana: { oil: 3, name: 'Ana' } } },
    ['players / ana / oil = 3', 'players / ana / name = "Ana"'],
  ],
  [{ 'players.ana': { oil: 3 } }, ['players / ana / oil = 3']],
  [{ players: { 'a.b': { oil: 3 } } }, ['players / a.b / oil = 3']],
  [{ players: { ana: { pair: { a: 1 } } } }, ['players / ana / pair = {"a":1}']],
  [{ players: { ana: { absent: true } } }, ['players / ana = {"absent":true}']],
  [{ game: { tide: 2, sea: { a: 1 } } }, ['game / tide = 2', 'game / sea = {"a":1}']],
  [{ game: { terms: { player: 'Guest' } } }, ['game / terms / player = "Guest"']],
  [{ dynasty: { name: 'X' }, emperor: { plan: {} } }, ['dynasty / name = "X"', 'emperor / plan = {}']],
  [
    { posts: { 1: { fields: { a: 1 } }, latest: { proposal: { status: { a: 1 } } } } },
    ['posts / 1 / fields = {"a":1}', 'posts / latest / proposal / status = {"a":1}'],
  ],
  [{ views: { wealth: { ana: { a: 1 } } } }, ['views / wealth / ana = {"a":1}']],
  [{ halls: [1] }, ['halls = [1]']],
  [{}, []],
])('splits %j into single expectations', (then, expected) => {
  expect(places(then as never)).toEqual(expected);
});

test('a part has only keys that belong to parts', () => {
  expect([{ gte: 1 }, { gte: 1, lte: 2, contains: 'x', absent: false }].map(isPart)).toEqual([true, true]);
  expect([{}, { gte: 1, oil: 2 }, { oil: 2 }].map(isPart)).toEqual([false, false, false]);
});

const found = (value: unknown) => ({ value });
const NOTHING = {};

test.each<[unknown, { readonly value?: unknown }, string | null]>([
  [3, found(3), null],
  [{ a: [1, { b: 2 }] }, found({ a: [1, { b: 2 }] }), null],
  [3, found(4), 'is 4; expected 3'],
  [3, NOTHING, 'there is no such thing; expected 3'],
  [null, NOTHING, null],
  [null, found(null), null],
  [null, found(0), 'is 0; expected null'],
  [{ absent: true }, NOTHING, null],
  [{ absent: true }, found(3), 'is 3; expected nothing'],
  [{ absent: false }, found(3), null],
  [{ absent: false }, NOTHING, 'is missing'],
  [{ gte: 3 }, NOTHING, 'is missing; expected it to have gte 3'],
  [{ gte: 3 }, found(3), null],
  [{ gte: 3 }, found(2), 'is 2; expected at least 3'],
  [{ lte: 3 }, found(3), null],
  [{ lte: 3 }, found(4), 'is 4; expected at most 3'],
  [{ gte: 1, lte: 3 }, found(4), 'is 4; expected at most 3'],
  [{ gte: '2024-01-01' }, found('2024-01-01'), null],
  [{ gte: '2024-01-02' }, found('2024-01-01'), 'is "2024-01-01"; expected at least "2024-01-02"'],
  [{ lte: '2024-01-02' }, found('2024-01-01'), null],
  [{ lte: '2024-01-01' }, found('2024-01-02'), 'is "2024-01-02"; expected at most "2024-01-01"'],
  [{ gte: 3 }, found('4'), 'is "4"; expected at least 3'],
  [{ lte: '5' }, found(4), 'is 4; expected at most "5"'],
  ['x', found(undefined), 'is undefined; expected "x"'],
])('comparing %j with %j gives: %s', (expected, value, why) => {
  expect(compare(expected, value)).toBe(why);
});

describe('contains', () => {
  test.each<[unknown, unknown]>([
    ['The Great Hall', 'great'],
    ['The Great Hall', ['great', 'HALL']],
    [['a', 'b'], 'b'],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [[{ a: 1, b: 2 }], { b: 2 }],
    [[{ text: 'Well, well.' }, { text: 'No.' }], 'well'],
    [
      { a: { b: 1, c: 2 }, d: 3 },
      { a: { b: 1 }, d: 3 },
    ],
    [{ name: 'Great Hall' }, { name: 'hall' }],
    [{ a: 1 }, 'a'],
    [[], []],
  ])('holds for %j and %j', (value, wanted) => {
    expect(compare({ contains: wanted }, found(value))).toBeNull();
  });

  test.each<[unknown, unknown]>([
    ['The Great Hall', 'tower'],
    ['The Great Hall', ['great', 'tower']],
    ['3', 3],
    [['a', 'b'], 'c'],
    [['ab'], 'a'],
    [[{ a: 1, b: 2 }], { b: 3 }],
    [[{ a: 1 }], 'a'],
    [[{ text: 'Well.' }], 'no'],
    [[{ text: 'Well.' }], 3],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: 1 }, { toString: 1 }],
    [{ a: 1 }, 'toString'],
    [{ a: 1 }, 1],
    [7, 7],
    [null, 'null'],
  ])('doesn’t hold for %j and %j', (value, wanted) => {
    expect(compare({ contains: wanted }, found(value))).toBe(
      `is ${JSON.stringify(value)}, which doesn't contain ${JSON.stringify(wanted)}`,
    );
  });
});

test('shortens a long value to its beginning', () => {
  expect(compare('a', found('x'.repeat(298)))).toBe(`is "${'x'.repeat(298)}"; expected "a"`);
  expect(compare('a', found('x'.repeat(299)))).toBe(`is "${'x'.repeat(296)}…; expected "a"`);
});
