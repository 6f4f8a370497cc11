import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formFieldOf, formFieldsOf, textsOf } from '../wording/form-field.ts';
import { anyLetter } from '../kernel/fixtures/any-letter.ts';
import { startingValue } from '../kernel/kinds/index.ts';
import { IN_ENGLISH } from '../language/wording.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { fieldsWith } from './forms/form-fields.ts';
import { isBlank, readFields, rowsIn, type GivenTexts } from './read-fields.ts';

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
])('a field of type %j reads %j back as shown', (type, value) => {
  const field = formFieldOf('it', type, null);
  const texts = Object.fromEntries(textsOf(field, value, 'it'));
  expect(readFields([field], givenOf(texts), IN_ENGLISH.say)).toEqual({ words: { it: value }, problems: [] });
});

test('ignores rows and groups left blank, and reports what is missing in one that was begun', () => {
  const list: ValueType = { kind: 'list', of: piece };
  const rows = { 'it.rows': ['3'], 'it.1.artName': ['Cat'], 'it.1.price': ['4'] };
  expect(read(list, rows).words).toEqual({ it: [{ artName: 'Cat', price: 4 }] });
  // Nothing is read beyond the rows that the form had.
  expect(read(list, { ...rows, 'it.3.price': ['x'] })).toEqual({
    words: { it: [{ artName: 'Cat', price: 4 }] },
    problems: [],
  });
  expect(read(list, { ...rows, 'it.2.price': ['x'] }).problems).toEqual([
    { field: 'it.2.artName', reason: 'Art name is missing.' },
    { field: 'it.2.price', reason: 'Price needs a whole number, not x.' },
  ]);
  expect(read({ kind: 'optional', of: piece, none: null }, {})).toEqual({ words: {}, problems: [] });
  const twice = { 'it.rows': ['2'], ...Object.fromEntries([0, 1].map((at) => [`it.${at}.name`, ['a']])) };
  expect(read({ kind: 'map', of: text }, twice).problems[0]?.reason).toBe('It has a twice.');
});

test('shows two rows more than there are values, within the limits of the list and the page', () => {
  const rowsOf = (max: number | undefined, texts: Readonly<Record<string, readonly string[]>>): number => {
    const type: ValueType = { kind: 'list', of: piece, ...(max === undefined ? {} : { max }) };
    return fieldsWith(formFieldsOf({ it: type }, null), givenOf(texts), [])[0]?.parts.length ?? 0;
  };
  const three = { 'it.rows': ['9'], 'it.2.price': ['4'] };
  expect([rowsOf(undefined, {}), rowsOf(undefined, three), rowsOf(4, three)]).toEqual([2, 5, 4]);
  expect(rowsOf(undefined, { 'it.rows': ['99999999'], 'it.150.price': ['1'] })).toBe(100);
});

test('a field starts with the starting value of its type', () => {
  const started: ValueType = { kind: 'list', of: integer, start: [1, 2] };
  expect(read(started, formFieldOf('it', started, null).start).words).toEqual({ it: startingValue(started) });
});

test('reads back whatever a form shows, even text that looks like a number', () => {
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

const field = (more: object) => ({
  ...formFieldOf('it', integer, null),
  required: false,
  optional: false,
  ...more,
});
const readAs = (more: object, ...texts: readonly string[]) => {
  const { words, problems } = readFields([field(more)], givenOf({ it: texts }), IN_ENGLISH.say);
  return problems.length > 0 ? problems.map(({ reason }) => reason).join() : words['it'];
};

test.each<[object, readonly string[], unknown]>([
  [{ min: 2, max: 5 }, ['2'], 2],
  [{ min: 2, max: 5 }, ['5'], 5],
  [{ min: 2, max: 5 }, ['1'], 'It is at least 2.'],
  [{ min: 2, max: 5 }, ['6'], 'It is at most 5.'],
  [{ min: 2 }, ['−3'], 'It is at least 2.'],
  [{}, [' +7 '], 7],
  [{}, ['-0'], 0],
  [{}, ['1e3'], 'It needs a whole number, not 1e3.'],
  [{}, ['9007199254740993'], 'It needs a whole number, not 9007199254740993.'],
  [{}, [''], undefined],
  [{ required: true }, [' '], 'It is missing.'],
  [{ optional: true, required: true }, [''], undefined],
  [{ input: 'text' }, [''], ''],
  [{ input: 'picture' }, [''], ''],
  [{ input: 'time' }, [''], undefined],
  [{ input: 'text' }, ['a\r\nb\rc'], 'a\nb\nc'],
  [{ input: 'one-of', numbers: true }, ['3'], 3],
  [{ input: 'one-of', numbers: false }, ['3'], '3'],
  [{ input: 'yes-no' }, ['yes'], true],
  [{ input: 'yes-no' }, ['no'], false],
  [{ input: 'anything' }, ['[1'], '[1'],
  [{ input: 'anything' }, ['[1]'], [1]],
  [{ input: 'some-of' }, ['a', '', 'b'], ['a', 'b']],
  [{ input: 'some-of', optional: true }, [], []],
  [{ input: 'lines' }, [' a \r\n\r\nb', 'c'], ['a', 'b', 'c']],
  [{ input: 'lines', numbers: true }, ['1\n −2 '], [1, -2]],
  [{ input: 'lines', numbers: true }, ['1\ntwo\nx'], 'It needs a whole number on each line, not two.'],
  [{ input: 'lines', numbers: true }, [''], []],
])('a field with %j, given %j, reads as %j', (more, texts, value) => {
  expect(readAs(more, ...texts)).toEqual(value);
});

test.each([
  ['3', 3],
  ['-1', 0],
  ['2.5', 0],
  ['many', 0],
  ['300', 200],
  [undefined, 0],
])('a row count of %s means %i rows', (count, rows) => {
  expect(rowsIn('it', givenOf(count === undefined ? {} : { 'it.rows': [count] }))).toBe(rows);
});

test('a field is blank if all of its parts are', () => {
  const blank = (type: ValueType, texts: Readonly<Record<string, readonly string[]>>) =>
    isBlank(formFieldOf('it', type, null), 'it', givenOf(texts));
  expect([blank(text, {}), blank(text, { it: [' '] }), blank(text, { it: [' ', 'a'] })]).toEqual([
    true,
    true,
    false,
  ]);
  expect([blank(piece, {}), blank(piece, { 'it.price': ['1'] })]).toEqual([true, false]);
  const list: ValueType = { kind: 'list', of: piece };
  expect([
    blank(list, { 'it.rows': ['2'] }),
    blank(list, { 'it.rows': ['2'], 'it.1.price': ['1'] }),
    blank(list, { 'it.rows': ['1'], 'it.1.price': ['1'] }),
  ]).toEqual([true, false, true]);
});
