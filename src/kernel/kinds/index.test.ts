import { describe, expect, test } from 'vitest';

import type { ValueType } from '../value-types.ts';
import { IllegalValue } from '../values.ts';
import {
  declare,
  decoder,
  encode,
  inputFor,
  isPlainlyLegal,
  partsOf,
  readCell,
  showWord,
  startingValue,
  startOf,
} from './index.ts';
import type { Choices, Namer } from './kind.ts';

const integer: ValueType = { kind: 'integer' };
const text: ValueType = { kind: 'text' };
const refs = { player: () => null, thing: () => null, post: () => null };
const wrong = (expected: string): Error => new Error(`must be ${expected}`);

describe('a cell', () => {
  test.each<[ValueType, string, unknown]>([
    [{ kind: 'boolean' }, 'YES', true],
    [{ kind: 'boolean' }, 'x', true],
    [{ kind: 'boolean' }, 'No', false],
    [{ kind: 'boolean' }, 'FALSE', false],
    [{ kind: 'boolean' }, '', false],
    [{ kind: 'choice', of: ['red', 'blue'] }, 'blue', 'blue'],
    [{ kind: 'list', of: text }, 'a ,  b', ['a', 'b']],
    [{ kind: 'list', of: text }, 'no', []],
    [{ kind: 'optional', of: integer, none: null }, '7', 7],
    [{ kind: 'optional', of: integer, none: 'none' }, '–', null],
    [{ kind: 'text', filled: true }, 'a', 'a'],
    [text, '', ''],
  ])('for type %j reads %j', (type, cell, value) => {
    expect(readCell(type, cell, wrong)).toEqual(value);
  });

  test.each<[ValueType, string, string]>([
    [{ kind: 'boolean' }, 'maybe', 'must be yes or no'],
    [{ kind: 'choice', of: ['red', 'blue'] }, 'green', 'must be one of red, blue'],
    [integer, 'many things', 'must be a whole number, such as 3'],
    [integer, '1.5', 'must be a whole number, such as 3'],
    [integer, 'two thirds', 'must be a whole number, such as 3'],
    [{ kind: 'text', filled: true }, '', 'must be filled in'],
  ])('for type %j can’t be %j', (type, cell, says) => {
    expect(() => readCell(type, cell, wrong)).toThrow(says);
  });
});

describe('a starting value', () => {
  test.each<[ValueType, unknown]>([
    [{ kind: 'choice', of: ['b', 'C', 'a'] }, 'a'],
    [{ kind: 'choice', of: ['C', 'B', 'c'] }, 'B'],
    [{ kind: 'choice', of: ['b', 'a', 'A'] }, 'a'],
    [{ kind: 'choice', of: [] }, ''],
    [{ kind: 'integer', min: -5, max: -2 }, -2],
    [{ kind: 'integer', min: -5, max: 3 }, 0],
    [{ kind: 'integer', min: 1 }, 1],
    [{ kind: 'integer', min: null, max: 0 }, 0],
    [{ kind: 'integer', start: 0, min: -1 }, 0],
  ])('for type %j', (type, start) => {
    expect(startingValue(type)).toBe(start);
  });

  test('is the one that the type itself states, and not an inherited one', () => {
    expect([startOf({ kind: 'integer', start: 3 }), startOf(integer)]).toEqual([3, undefined]);
    expect(startOf({ kind: 'optional', of: integer, none: null })).toBeUndefined();
  });
});

describe('whether a value is plainly legal', () => {
  test.each<[ValueType, unknown, boolean]>([
    [{ kind: 'integer', min: null }, -7, true],
    [{ kind: 'integer', min: -3 }, -3, true],
    [{ kind: 'integer', min: -3 }, -4, false],
    [integer, -1, false],
    [integer, 7, true],
    [{ kind: 'integer', max: 7 }, 7, true],
    [{ kind: 'integer', max: 7 }, 8, false],
    [integer, 1.5, false],
    [integer, '7', false],
    [{ kind: 'list', of: integer }, [], true],
    [{ kind: 'list', of: integer, min: 0 }, [], true],
    [{ kind: 'list', of: integer, min: 1 }, [], false],
    [{ kind: 'list', of: integer }, [1], true],
    [{ kind: 'list', of: integer, min: 1 }, [1], true],
    [{ kind: 'list', of: integer, max: 1 }, [1, 2], false],
    [{ kind: 'list', of: integer }, [1, '2'], false],
    [{ kind: 'list', of: integer }, 'x', false],
    [text, 'a', true],
    [text, 7, false],
    [{ kind: 'text', filled: true }, 'a', false],
    [{ kind: 'text', pattern: 'a' }, 'a', false],
    [{ kind: 'optional', of: integer, none: 'none' }, 'none', true],
    [{ kind: 'optional', of: integer, none: 'none' }, 1, true],
    [{ kind: 'optional', of: integer, none: 'none' }, 'one', false],
    [{ kind: 'optional', of: { kind: 'data' }, none: 'none' }, null, false],
    [{ kind: 'time' }, '2021-06-18T09:00:00Z', true],
    [{ kind: 'time' }, '2021-02-29T09:00:00Z', false],
    [{ kind: 'choice', of: ['a'] }, 'a', true],
    [{ kind: 'choice', of: ['a'] }, 'b', false],
  ])('for type %j, %j: %j', (type, value, is) => {
    expect(isPlainlyLegal(type, value)).toBe(is);
  });
});

describe('a value', () => {
  test.each<[ValueType, unknown, unknown]>([
    [integer, 3.9, 3],
    [{ kind: 'integer', min: null }, -3.9, -3],
    [text, 7, '7'],
    [{ kind: 'text', pattern: '^a' }, 'ab', 'ab'],
    [{ kind: 'time' }, '2021-06-18T09:00:00Z', '2021-06-18T09:00:00Z'],
    [
      { kind: 'record', fields: { a: integer, b: { kind: 'optional', of: text, none: null } } },
      { a: 1 },
      { a: 1 },
    ],
  ])('of type %j given as %j is stored as %j', (type, given, stored) => {
    expect(encode(type, given, refs)).toEqual(stored);
  });

  test.each<[ValueType, unknown, string]>([
    [integer, '3', 'must be a whole number, not "3"'],
    [integer, Number.POSITIVE_INFINITY, 'must be a whole number, not Infinity'],
    [{ kind: 'integer', min: 2 }, 1, 'would be 1, below 2'],
    [{ kind: 'integer', min: 0 }, -1, 'would be -1, below zero'],
    [{ kind: 'choice', of: ['amber'] }, 7, 'must be one of amber, not 7'],
    [{ kind: 'choice', of: ['amber'] }, 'xyzzy-plugh', 'must be one of amber, not "xyzzy-plugh"'],
    [{ kind: 'time' }, 7, 'must be a UTC time such as 2021-06-18T09:00:00Z, not 7'],
    [{ kind: 'time' }, ['2021-06-18T09:00:00Z'], 'must be a UTC time'],
    [{ kind: 'record', fields: { a: integer } }, [1], 'must have a, but is [1]'],
    [{ kind: 'record', fields: { a: integer } }, 'a', 'must have a, but is "a"'],
    [text, true, 'must be text, not true'],
  ])('of type %j can’t be %j', (type, given, says) => {
    expect(() => encode(type, given, refs)).toThrow(IllegalValue);
    try {
      encode(type, given, refs);
    } catch (error) {
      const { message } = error as Error;
      expect(message.startsWith(says)).toBe(true);
      if (!message.startsWith('must be a UTC')) expect(message).toBe(says);
    }
  });
});

describe('a clause gets', () => {
  const decode = decoder((place, id) => `${place}/${String(id)}`);
  test.each<[ValueType, unknown, unknown]>([
    [integer, undefined, null],
    [integer, 3, 3],
    [{ kind: 'optional', of: { kind: 'player' }, none: 'none' }, 'none', null],
    [{ kind: 'optional', of: { kind: 'player' }, none: 'none' }, null, null],
    [{ kind: 'optional', of: { kind: 'player' }, none: null }, 'bo', 'players/bo'],
    [{ kind: 'thing', collection: 'rooms' }, 'D4', 'rooms/D4'],
    [{ kind: 'post' }, '7', 'posts/7'],
    [{ kind: 'list', of: { kind: 'player' } }, ['ana'], ['players/ana']],
    [{ kind: 'record', fields: { who: { kind: 'player' } } }, { who: 'bo', gone: 1 }, { who: 'players/bo' }],
    [{ kind: 'map', of: { kind: 'player' } }, { a: 'bo' }, { a: 'players/bo' }],
  ])('for type %j the stored %j as %j', (type, stored, handed) => {
    const value = decode(type, stored);
    expect(value).toEqual(handed);
    expect(Object.isFrozen(value)).toBe(true);
  });
});

describe('a form', () => {
  const option = (value: string): { value: string; label: string } => ({ value, label: value.toUpperCase() });
  const choices: Choices = {
    players: () => [option('ana')],
    things: (collection) => [option(collection)],
    posts: () => [option('7')],
    word: (value) => `the ${value}`,
    from: (source) => (source === 'rules' ? [option('votes')] : null),
  };
  test.each<[ValueType, object, object]>([
    [
      { kind: 'choice', of: ['a'] },
      { options: [{ value: 'a', label: 'a' }] },
      { options: [{ value: 'a', label: 'the a' }] },
    ],
    [
      { kind: 'player' },
      { input: 'name', hint: 'A name in the game' },
      { input: 'one-of', options: [option('ana')] },
    ],
    [
      { kind: 'thing', collection: 'rooms' },
      { input: 'name', hint: 'Its name or number' },
      { input: 'one-of', options: [option('rooms')] },
    ],
    [
      { kind: 'post' },
      { input: 'name', hint: 'The number of a post' },
      { input: 'one-of', options: [option('7')] },
    ],
    [
      { kind: 'integer', min: 2, max: 5 },
      { min: 2, max: 5 },
      { min: 2, max: 5 },
    ],
    [integer, { min: 0, max: null }, { min: 0, max: null }],
    [{ kind: 'text', filled: true }, { blank: false }, { blank: false }],
    [text, { blank: true }, { blank: true }],
    [
      { kind: 'list', of: { kind: 'choice', of: ['a'] }, min: 1 },
      { input: 'rows', options: [{ value: 'a', label: 'a' }], blank: false, min: 1 },
      { input: 'rows', options: [{ value: 'a', label: 'the a' }], blank: false },
    ],
    [
      { kind: 'list', of: { kind: 'choice', of: ['a'] }, min: 1, unordered: true },
      { input: 'some-of', hint: 'Such as [a]', options: [{ value: 'a', label: 'a' }], blank: false },
      { input: 'some-of', options: [{ value: 'a', label: 'the a' }], blank: false },
    ],
    [{ kind: 'list', of: integer }, { input: 'lines', numbers: true, blank: true }, { input: 'lines' }],
    [
      { kind: 'list', of: { kind: 'choice', of: ['a', 'b', 'c'] } },
      { hint: 'Such as [a, b]' },
      { hint: 'Such as [a, b]' },
    ],
    [
      { kind: 'list', of: text },
      { input: 'lines', hint: 'Such as [one, two]', numbers: false },
      { input: 'lines' },
    ],
    [{ kind: 'list', of: { kind: 'time' } }, { input: 'lines', numbers: false }, { input: 'lines' }],
    [
      { kind: 'list', of: { kind: 'player' } },
      { input: 'lines', numbers: false },
      { input: 'rows', options: [option('ana')] },
    ],
    [
      { kind: 'list', of: { kind: 'data' }, min: 1, max: 3 },
      { input: 'rows', min: 1, max: 3, blank: false },
      { input: 'rows' },
    ],
    [
      { kind: 'list', of: { kind: 'data' } },
      { input: 'rows', min: null, max: null, blank: true },
      { input: 'rows' },
    ],
    [
      { kind: 'map', of: integer },
      {
        blank: true,
        parts: { each: { kind: 'record', fields: { name: { kind: 'text', filled: true }, value: integer } } },
      },
      { input: 'entries' },
    ],
  ])('for type %j', (type, typed, chosen) => {
    expect(inputFor(type, null)).toMatchObject(typed);
    expect(inputFor(type, choices)).toMatchObject(chosen);
  });
});

test('declares a type as clauses see it', () => {
  expect(declare({ kind: 'choice', of: [] })).toBe('string');
  expect(
    declare({ kind: 'record', fields: { a: integer, bigCat: { kind: 'optional', of: text, none: null } } }),
  ).toBe('{ readonly a: number; readonly bigCat?: string | null }');
});

test('the parts of a value are those that its type knows, in either spelling', () => {
  const type: ValueType = { kind: 'record', fields: { a: integer, bigCat: text } };
  expect(partsOf(type, { a: 1, bigCat: 'x', 'big-cat': 'y', constructor: 1, other: 2 })).toEqual([
    { type: integer, value: 1 },
    { type: text, value: 'x' },
    { type: text, value: 'y' },
  ]);
  for (const value of ['ab', 7, null, undefined])
    expect(partsOf({ kind: 'list', of: integer }, value)).toEqual([]);
  expect(partsOf({ kind: 'list', of: integer }, [1])).toEqual([{ type: integer, value: 1 }]);
});

test('shows a word as what it names', () => {
  const names: Namer = {
    thing: (collection, id) => `${collection} ${id}`,
    post: (id) => `post ${id}`,
    word: (word) => `word ${word}`,
    anything: (word) => `any ${word}`,
  };
  const shown = (type: ValueType): string => showWord(type, 'x', names);
  expect(shown({ kind: 'optional', of: { kind: 'thing', collection: 'rooms' }, none: null })).toBe('rooms x');
  expect([shown({ kind: 'post' }), shown(text), shown({ kind: 'player' })]).toEqual([
    'post x',
    'word x',
    'word x',
  ]);
  expect([shown({ kind: 'data' }), shown({ kind: 'list', of: text })]).toEqual(['any x', 'word x']);
});
