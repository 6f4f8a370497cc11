import { expect, test } from 'vitest';

import {
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
} from '../rules/types.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { formFieldsOf, textsOf, type FormField } from './form-field.ts';

const STATE = {
  players: { ana: { name: 'Ana' }, bo: { name: 'Robert' } },
  things: { 'main-rooms': { hall: {}, D4: { name: 'The cellar' } } },
  posts: { P1: { id: 'P1', title: 'Longer nights' } },
} as unknown as Parameters<typeof formFieldsOf>[1];

const field = (type: unknown, state: typeof STATE | null = STATE): FormField =>
  formFieldsOf({ mainThing: type as ValueType }, state)[0] as FormField;

test('a field is labelled by its name, with defaults for everything else', () => {
  expect(field(integer({ min: 2, max: 9 }))).toEqual({
    id: 'main-thing',
    label: 'Main thing',
    about: null,
    hint: 'A whole number',
    input: 'integer',
    required: true,
    optional: false,
    options: [],
    min: 2,
    max: 9,
    numbers: false,
    parts: [],
    start: {},
  });
});

test('uses the title and description of its type, even if it’s optional', () => {
  const named = integer({ title: 'Oil', about: 'It burns.' });
  expect(field(named)).toMatchObject({ label: 'Oil', about: 'It burns.' });
  expect(field(optional(named as never))).toMatchObject({ label: 'Oil', about: 'It burns.' });
  expect(field({ ...optional(named as never), title: 'Lamp oil', about: 'Or none.' })).toMatchObject({
    label: 'Lamp oil',
    about: 'Or none.',
  });
});

test('a field with a starting value, or that may be empty, isn’t required', () => {
  const asked = (type: unknown): unknown => [field(type).required, field(type).optional];
  expect(asked(integer())).toEqual([true, false]);
  expect(asked(integer({ start: 3 }))).toEqual([false, true]);
  expect(asked(optional(integer() as never))).toEqual([false, true]);
  // An empty text is a text too.
  expect(asked(text())).toEqual([false, false]);
});

test('offers existing people, things and posts, with the id if the name doesn’t show it', () => {
  expect(field(player()).options).toEqual([
    { value: 'ana', label: 'Ana' },
    { value: 'bo', label: 'Robert (bo)' },
  ]);
  expect(field(thing('mainRooms')).options).toEqual([
    { value: 'hall', label: 'hall' },
    { value: 'D4', label: 'The cellar (D4)' },
  ]);
  expect(field(thing('nothing')).options).toEqual([]);
  expect(field(post()).options).toEqual([{ value: 'P1', label: 'P1 · Longer nights' }]);
  expect(field(player(), null)).toMatchObject({ input: 'name', options: [] });
});

const start = (type: unknown): FormField['start'] => field(type).start;

test.each<[string, unknown, FormField['start']]>([
  ['a number', integer({ start: 3 }), { 'main-thing': ['3'] }],
  ['a text', text({ start: 'dark' }), { 'main-thing': ['dark'] }],
  ['yes', boolean({ start: true }), { 'main-thing': ['yes'] }],
  ['no', boolean({ start: false }), { 'main-thing': ['no'] }],
  [
    'several words',
    list(choice(['a', 'b']), { start: ['a', 'b'], unordered: true }),
    { 'main-thing': ['a', 'b'] },
  ],
  [
    'several words in order',
    list(choice(['a', 'b']), { start: ['b', 'a'] }),
    { 'main-thing.rows': ['2'], 'main-thing.0': ['b'], 'main-thing.1': ['a'] },
  ],
  [
    'what its type starts with, where there may be none',
    optional(integer({ start: 3 }) as never),
    { 'main-thing': ['3'] },
  ],
  ['anything, which a page can’t ask for', data({ start: { a: 1 } }), {}],
  ['anything that can be written', data({ start: 7 }), { 'main-thing': ['7'] }],
])('shows %s as the starting value', (_, type, wanted) => {
  expect(start(type)).toEqual(wanted);
});

test('records, rows and entries have a field for each part', () => {
  const room = record({ doorCount: integer({ start: 2 }), open: boolean({ start: true }) });
  expect(field(room).parts.map(({ id }) => id)).toEqual(['doorCount', 'open']);
  const first = { ...room, start: { doorCount: 4, open: false } };
  expect(start(first)).toEqual({ 'main-thing.doorCount': ['4'], 'main-thing.open': ['no'] });
  const rows = { ...list(room), start: [{ doorCount: 4, open: false }] };
  expect(start(rows)).toEqual({
    'main-thing.rows': ['1'],
    'main-thing.0.doorCount': ['4'],
    'main-thing.0.open': ['no'],
  });
  const entries = { ...map(integer()), start: { grain: 3 } };
  const [entry] = field(entries).parts;
  expect([field(entries).input, entry?.input]).toEqual(['entries', 'group']);
  expect(Object.keys(start(entries))).toEqual(['main-thing.rows', 'main-thing.0.name', 'main-thing.0.value']);
});

test('shows a value of another type as it would be written', () => {
  const room = record({ open: boolean() });
  const texts = (type: unknown, value: unknown): unknown => textsOf(field(type), value, 'x');
  expect(texts(list(room as never), { a: 1 })).toEqual([['x', ['{"a":1}']]]);
  expect(texts(map(integer()), 'grain')).toEqual([['x', ['grain']]]);
  expect(texts(data(), [1, 'a'])).toEqual([['x', ['[1,"a"]']]]);
  expect(texts(data(), true)).toEqual([['x', ['true']]]);
  expect(texts(boolean(), 'perhaps')).toEqual([['x', ['perhaps']]]);
  expect(texts(boolean(), 7)).toEqual([['x', ['7']]]);
  const words = ['7', 'true', '"a"', '[1]', '1.50', 'so', '[1', ''];
  expect(words.map((one) => texts(data(), one))).toEqual(
    ['"7"', '"true"', '"\\"a\\""', '"[1]"', '1.50', 'so', '[1', ''].map((one) => [['x', [one]]]),
  );
  expect(texts(text(), '7')).toEqual([['x', ['7']]]);
});
