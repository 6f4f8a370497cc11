import { expect, test } from 'vitest';

import * as words from '../../rules/types.ts';
import type { ValueType } from '../value-types.ts';
import {
  declare,
  decoder,
  encode,
  inputFor,
  kinds,
  partsOf,
  readCell,
  startingValue,
  typeInside,
} from './index.ts';

const nobody = { player: () => null, thing: () => null, post: () => null };
const wrong = (expected: string): Error => new Error(expected);

test('each kind has a word of its own in gitnomic/rules', () => {
  for (const kind of Object.keys(kinds)) expect(words).toHaveProperty(kind);
});

test.each<[ValueType, string, unknown, string]>([
  [{ kind: 'integer', min: 2 }, 'integer', 2, 'number'],
  [{ kind: 'integer', min: null, max: -3 }, 'integer', -3, 'number'],
  [{ kind: 'integer', start: 5 }, 'integer', 5, 'number'],
  [{ kind: 'text' }, 'text', '', 'string'],
  [{ kind: 'text', filled: true }, 'text', '0', 'string'],
  [{ kind: 'text', picture: true, filled: true }, 'picture', '', 'string'],
  [{ kind: 'boolean' }, 'yes-no', false, 'boolean'],
  [{ kind: 'choice', of: ['red', 'Blue'] }, 'one-of', 'Blue', '"red" | "Blue"'],
  [{ kind: 'time' }, 'time', null, 'string'],
  [{ kind: 'list', of: { kind: 'choice', of: ['a'] } }, 'rows', [], 'readonly ("a")[]'],
  [{ kind: 'list', of: { kind: 'choice', of: ['a'] }, unordered: true }, 'some-of', [], 'readonly ("a")[]'],
  [
    { kind: 'list', of: { kind: 'choice', of: ['a'], from: 'dynastic-rules' } },
    'some-of',
    [],
    'readonly ("a")[]',
  ],
  [{ kind: 'list', of: { kind: 'integer' }, min: 2 }, 'lines', [0, 0], 'readonly (number)[]'],
  [{ kind: 'list', of: { kind: 'data' } }, 'rows', [], 'readonly (unknown)[]'],
  [
    { kind: 'record', fields: { bigCat: { kind: 'boolean' } } },
    'group',
    { bigCat: false },
    '{ readonly bigCat: boolean }',
  ],
  [{ kind: 'map', of: { kind: 'time' } }, 'entries', {}, 'Readonly<Record<string, string>>'],
  [{ kind: 'player' }, 'name', null, 'Person'],
  [{ kind: 'thing', collection: 'old-boats' }, 'name', null, 'OldBoatsThing'],
  [{ kind: 'post' }, 'name', null, 'Post'],
  [{ kind: 'optional', of: { kind: 'integer' }, none: 'none' }, 'integer', 'none', 'number | null'],
  [{ kind: 'data' }, 'anything', null, 'unknown'],
])('%j has the input, the starting value and the declaration of its kind', (type, input, start, declared) => {
  expect(inputFor(type, null).input).toBe(input);
  expect(startingValue(type)).toEqual(start);
  expect(declare(type)).toBe(declared);
});

test('an inner value has its own type, under the name used by a clause or by a tracking page', () => {
  const integer: ValueType = { kind: 'integer' };
  const nested: ValueType = {
    kind: 'optional',
    of: { kind: 'list', of: { kind: 'record', fields: { bigCat: integer } } },
    none: null,
  };
  const [row] = partsOf(nested, [{ 'big-cat': 3, other: 1 }]);
  expect(row && partsOf(row.type, row.value)).toEqual([{ type: integer, value: 3 }]);
  expect(typeInside({ kind: 'map', of: integer }, 'anything')).toBe(integer);
  expect(typeInside(integer, 'a')).toBeUndefined();
});

test.each<[ValueType, string, unknown]>([
  [{ kind: 'integer' }, ' 1,000 ', 1000],
  [{ kind: 'boolean' }, 'Yes', true],
  [{ kind: 'boolean' }, '–', false],
  [{ kind: 'list', of: { kind: 'integer' } }, '1, 2', [1, 2]],
  [{ kind: 'list', of: { kind: 'integer' } }, '', []],
  [{ kind: 'list', of: { kind: 'text' } }, 'a, b', ['a', 'b']],
  [{ kind: 'optional', of: { kind: 'integer' }, none: null }, '-', null],
  [{ kind: 'text' }, ' a b ', 'a b'],
])('%j reads %j from a cell', (type, text, value) => {
  expect(readCell(type, text, wrong)).toEqual(value);
});

test.each<[ValueType, unknown, string]>([
  [{ kind: 'integer' }, -1, 'would be -1, below zero'],
  [{ kind: 'integer', max: 3 }, 4, 'would be 4, above 3'],
  [{ kind: 'integer' }, 2 ** 60, 'is too large: 1152921504606847000'],
  [{ kind: 'text', filled: true }, ' ', 'must not be empty'],
  [{ kind: 'text', pattern: '^a' }, 'b', 'must look like ^a, not "b"'],
  [{ kind: 'text' }, ['\ud800'], 'must be text, not ["'],
  [{ kind: 'boolean' }, 1, 'must be true or false, not 1'],
  [{ kind: 'choice', of: ['amber'] }, 'ambre', 'must be one of amber, not "ambre"; did you mean amber?'],
  [{ kind: 'choice', of: ['amber'] }, 3, 'must be one of amber, not 3'],
  [{ kind: 'data' }, new Map(), 'must be plain data'],
  [{ kind: 'time' }, 'now', 'must be a UTC time such as 2021-06-18T09:00:00Z, not "now"'],
  [{ kind: 'list', of: { kind: 'data' }, min: 2 }, [1], 'can’t have fewer than 2, and would have 1'],
  [{ kind: 'list', of: { kind: 'data' }, max: 1 }, [1, 2], 'can’t have more than 1, and would have 2'],
  [{ kind: 'record', fields: { a: { kind: 'data' } } }, { b: 1 }, 'has no b; it has a'],
  [{ kind: 'record', fields: { a: { kind: 'data' } } }, {}, 'lacks a'],
  [{ kind: 'map', of: { kind: 'data' } }, [], 'must be a map of names to values, not []'],
  [{ kind: 'player' }, 'bo', 'must name a player: there is no player called "bo" on the roster'],
  [
    { kind: 'thing', collection: 'boats' },
    'x',
    'must name a thing: there is no thing called "x" among boats',
  ],
  [{ kind: 'post' }, '9', 'must name a post: there is no post called "9" among posts'],
  [{ kind: 'constructor' } as never, 1, 'is of an unknown kind: "constructor"'],
])('%j refuses %j', (type, value, says) => {
  expect(() => encode(type, value, nobody)).toThrow(says);
});

test('keeps any data as plain data, and hands it out frozen', () => {
  expect(encode({ kind: 'data' }, { a: [undefined] }, nobody)).toEqual({ a: [null] });
  expect(encode({ kind: 'optional', of: { kind: 'integer' }, none: 'none' }, null, nobody)).toBe('none');
  expect(encode({ kind: 'text', filled: true }, 'a', nobody)).toBe('a');
  expect(encode({ kind: 'text' }, 'a\ud800', nobody)).toBe('a\ufffd');
  const perhaps: ValueType = { kind: 'optional', of: { kind: 'integer' }, none: 'none' };
  expect(encode({ kind: 'record', fields: { a: perhaps } }, {}, nobody)).toEqual({ a: 'none' });
  const handed = decoder(() => null)({ kind: 'data' }, { a: [1] }) as { readonly a: unknown };
  expect([handed, Object.isFrozen(handed.a)]).toEqual([{ a: [1] }, true]);
});
