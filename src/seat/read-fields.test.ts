import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formFieldOf, formFieldsOf, textsOf } from '../wording/form-field.ts';
import { anyLetter } from '../kernel/fixtures/any-letter.ts';
import { startingValue } from '../kernel/kinds/index.ts';
import { IN_ENGLISH } from '../language/wording.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { fieldsWith } from './forms/form-fields.ts';
import { readFields, type GivenTexts } from './read-fields.ts';

const integer: ValueType = { kind: 'integer' };
const text: ValueType = { kind: 'text' };
const piece: ValueType = {
  kind: 'record',
  fields: { artName: { kind: 'text', filled: true }, price: integer },
};

function givenOf(texts: Readonly<Record<string, readonly string[]>>): GivenTexts {
  return (name) => texts[name] ?? [];
}

function read(type: ValueType, texts: Readonly<Record<string, readonly string[]>>) {
  return readFields(formFieldsOf({ it: type }, null), givenOf(texts), IN_ENGLISH.say);
}

test.each<[ValueType, unknown]>([
  [integer, 3],
  [text, 'a [b'],
  [{ kind: 'boolean' }, false],
  [{ kind: 'choice', of: ['red', 'blue'] }, 'blue'],
  [{ kind: 'time' }, '2021-06-18T09:00:00Z'],
  [{ kind: 'player' }, 'ana'],
  [{ kind: 'thing', collection: 'boats' }, 'oak'],
  [{ kind: 'post' }, '3'],
  [{ kind: 'data' }, { a: [1, 'two'] }],
  [
    { kind: 'optional', of: piece, none: null },
    { artName: 'Cat', price: 2 },
  ],
  [{ kind: 'list', of: { kind: 'player' } }, ['ana', 'bo']],
  [{ kind: 'list', of: integer }, [3, 1, 3]],
  [
    { kind: 'list', of: piece },
    [
      { artName: 'Cat', price: 2 },
      { artName: 'Dog', price: 0 },
    ],
  ],
  [{ kind: 'list', of: { kind: 'list', of: text } }, [['a', 'b'], ['c']]],
  [{ kind: 'list', of: { kind: 'data' } }, ['a', 7]],
  [
    { kind: 'map', of: text },
    { north: 'fog', south: 'rats' },
  ],
  [{ kind: 'map', of: piece }, { first: { artName: 'Cat', price: 2 } }],
  [
    { kind: 'record', fields: { rooms: { kind: 'list', of: { kind: 'map', of: integer } } } },
    { rooms: [{ doors: 2 }] },
  ],
])('%j is read back as it was shown: %j', (type, value) => {
  const field = formFieldOf('it', type, null);
  const texts = Object.fromEntries(textsOf(field, value, 'it'));
  expect(readFields([field], givenOf(texts), IN_ENGLISH.say)).toEqual({ words: { it: value }, problems: [] });
});

test('rows and groups that are left blank are none, and what is missing in one that is begun is said', () => {
  const list: ValueType = { kind: 'list', of: piece };
  const rows = { 'it.rows': ['3'], 'it.1.artName': ['Cat'], 'it.1.price': ['4'] };
  expect(read(list, rows).words).toEqual({ it: [{ artName: 'Cat', price: 4 }] });
  expect(read(list, { ...rows, 'it.2.price': ['x'] }).problems).toEqual([
    { field: 'it.2.artName', reason: 'Art name is missing.' },
    { field: 'it.2.price', reason: 'Price needs a whole number, not x.' },
  ]);
  expect(read({ kind: 'optional', of: piece, none: null }, {})).toEqual({ words: {}, problems: [] });
  const twice = { 'it.rows': ['2'], ...Object.fromEntries([0, 1].map((at) => [`it.${at}.name`, ['a']])) };
  expect(read({ kind: 'map', of: text }, twice).problems[0]?.reason).toBe('It has a twice.');
});

test('a form shows rows for what is there and two more, as far as the list goes, and no more than a page bears', () => {
  const rowsOf = (max: number | undefined, texts: Readonly<Record<string, readonly string[]>>): number => {
    const type: ValueType = { kind: 'list', of: piece, ...(max === undefined ? {} : { max }) };
    return fieldsWith(formFieldsOf({ it: type }, null), givenOf(texts), [])[0]?.parts.length ?? 0;
  };
  const three = { 'it.rows': ['9'], 'it.2.price': ['4'] };
  expect([rowsOf(undefined, {}), rowsOf(undefined, three), rowsOf(4, three)]).toEqual([2, 5, 4]);
  expect(rowsOf(undefined, { 'it.rows': ['99999999'], 'it.150.price': ['1'] })).toBe(100);
});

test('what a value starts with stands in its fields', () => {
  const started: ValueType = { kind: 'list', of: integer, start: [1, 2] };
  expect(read(started, formFieldOf('it', started, null).start).words).toEqual({ it: startingValue(started) });
});

test('of anything a form shows what it reads again as the same: a text that looks like a number is none', () => {
  const record: ValueType = { kind: 'record', fields: { any: { kind: 'data' }, n: integer } };
  const shown = (value: unknown) =>
    formFieldsOf({ it: record }, null).flatMap((field) => textsOf(field, value, 'it'));
  const same = (any: unknown): void =>
    expect(read(record, Object.fromEntries(shown({ any, n: 3 }))).words).toEqual({ it: { any, n: 3 } });
  for (const any of [
    '7',
    '-3',
    'true',
    'null',
    '[1]',
    '{"a":1}',
    '"x"',
    '7 ',
    '1.50',
    '007',
    '9007199254740993',
    '1e21',
  ])
    same(any);
  for (const any of [7, true, 2 ** 53, 1e21, 1.5, ['7', 7], [['1.50', 1.5]], { a: '007' }]) same(any);
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyLetter }), (any) => {
      // A blank field gives no value, line ends come as a browser sends them, and zero has no sign.
      if (any !== null && !(typeof any === 'string' && (any.trim() === '' || any.includes('\r'))))
        same(JSON.parse(JSON.stringify(any)));
    }),
    { numRuns: 20 },
  );
  expect(Object.fromEntries(shown({ any: '7', n: 3 }))['it.any']).toEqual(['"7"']);
  expect(Object.fromEntries(shown({ any: '1.50', n: 3 }))['it.any']).toEqual(['1.50']);
});
