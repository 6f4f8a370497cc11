import type { ValueType } from '../value-types.ts';
import { IllegalValue, isPlainObject, showValue, plain, define, inWholeLetters } from '../values.ts';
import { integer } from './integer.ts';
import {
  type Choices,
  type EntityFor,
  type FormInput,
  type ValueKind,
  type Namer,
  type References,
  type TypeOf,
  type Wrong,
  simple,
  chosenFrom,
  type FormOption,
} from './kind.ts';
import { player, post, thing } from './references.ts';
import { NO, YES } from './cells.ts';
import { nearest, toCamel } from '../names.ts';
import { deepFreeze } from '../freeze.ts';
import { isMoment } from '../time.ts';

const time: ValueKind<TypeOf<'time'>> = {
  ...simple,
  encode(_, value) {
    if (typeof value === 'string' && isMoment(value)) return value;
    throw new IllegalValue(`must be a UTC time such as 2021-06-18T09:00:00Z, not ${showValue(value)}`);
  },
  check: (_, value) => typeof value === 'string' && isMoment(value),
  declare: () => 'string',
  field: () => ({ input: 'time', hint: 'Such as 2021-06-18T09:00:00Z' }),
};

/** The first text that isn't blank, since digits come before letters. */
const FIRST_TEXT = '0';

const text: ValueKind<TypeOf<'text'>> = {
  ...simple,
  encode(type, value) {
    const given =
      typeof value === 'number' ? String(value) : typeof value === 'string' ? inWholeLetters(value) : value;
    if (typeof given !== 'string') throw new IllegalValue(`must be text, not ${showValue(given)}`);
    if (type.filled && given.trim() === '') throw new IllegalValue('must not be empty');
    if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(given))
      throw new IllegalValue(`must look like ${type.pattern}, not ${showValue(given)}`);
    return given;
  },
  check: (type, value) => typeof value === 'string' && type.pattern === undefined && type.filled !== true,
  start: (type) => (type.filled === true && type.picture !== true ? FIRST_TEXT : ''),
  cell(type, written, wrong) {
    if (type.filled && written === '') throw wrong('filled in');
    return written;
  },
  declare: () => 'string',
  field(type, choices) {
    const blank = type.filled !== true;
    const options = chosenFrom(type, choices);
    if (options !== null) return { input: 'one-of', options, blank };
    return { input: type.picture === true ? 'picture' : 'text', blank };
  },
};

const record: ValueKind<TypeOf<'record'>> = {
  ...simple,
  encode({ fields }, value, refs, encode) {
    const known = Object.keys(fields).join(', ');
    if (!isPlainObject(value)) throw new IllegalValue(`must have ${known}, but is ${showValue(value)}`);
    for (const key of Object.keys(value))
      if (!Object.hasOwn(fields, key)) throw new IllegalValue(`has no ${key}; it has ${known}`);
    const result: Record<string, unknown> = {};
    for (const [key, type] of Object.entries(fields)) {
      if (value[key] === undefined && type.kind !== 'optional') throw new IllegalValue(`lacks ${key}`);
      if (value[key] === undefined && type.kind === 'optional' && type.none === null) continue;
      result[key] = encode(type, value[key], refs);
    }
    return result;
  },
  decode({ fields }, stored, _, decode) {
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(stored as object)) {
      const type = fields[key];
      if (type !== undefined) result[key] = decode(type, value);
    }
    return Object.freeze(result);
  },
  start: ({ fields }, start) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, start(field)])),
  declare: ({ fields }, declare) =>
    `{ ${Object.entries(fields)
      .map(
        ([key, field]) =>
          `readonly ${toCamel(key)}${field.kind === 'optional' ? '?' : ''}: ${declare(field)}`,
      )
      .join('; ')} }`,
  field: ({ fields }) => ({ input: 'group', hint: 'Such as {one: 1, two: 2}', parts: fields }),
  // Tracking pages write the names of variables with hyphens, clauses without.
  inside: ({ fields }, key) =>
    Object.hasOwn(fields, key)
      ? fields[key]
      : Object.hasOwn(fields, toCamel(key))
        ? fields[toCamel(key)]
        : undefined,
};

const optional: ValueKind<TypeOf<'optional'>> = {
  ...simple,
  encode: ({ of, none }, value, refs, encode) =>
    value === null || value === undefined || value === none ? none : encode(of, value, refs),
  check: ({ of, none }, value, check) =>
    value === none || (value !== null && value !== undefined && check(of, value)),
  decode: ({ of, none }, stored, _, decode) =>
    stored === none || stored === null ? null : decode(of, stored),
  start: ({ none }) => none,
  cell: ({ of }, text, wrong, cell) => (NO.has(text) ? null : cell(of, text, wrong)),
  declare: ({ of }, declare) => `${declare(of)} | null`,
  field: ({ of }, _, field) => field(of),
  inside: ({ of }, key, inside) => inside(of, key),
  show: ({ of }, text, _, show) => show(of, text),
};

const map: ValueKind<TypeOf<'map'>> = {
  ...simple,
  encode({ of }, value, refs, encode) {
    if (!isPlainObject(value))
      throw new IllegalValue(`must be a map of names to values, not ${showValue(value)}`);
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value))
      define(result, inWholeLetters(key), encode(of, item, refs));
    return result;
  },
  decode({ of }, stored, _, decode) {
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(stored as object)) define(result, key, decode(of, item));
    return Object.freeze(result);
  },
  start: () => ({}),
  declare: ({ of }, declare) => `Readonly<Record<string, ${declare(of)}>>`,
  field(type, choices) {
    const { of } = type;
    const options = chosenFrom(type, choices);
    if (options !== null)
      return { input: 'group', blank: true, parts: Object.fromEntries(options.map(partFor(of))) };
    return entriesOf(of);
  },
  inside: ({ of }) => of,
};

/** If the keys are known, each has a field of its own, which may stay empty. */
function partFor(of: ValueType): (option: FormOption) => readonly [string, ValueType] {
  return ({ value, label }) => [value, { kind: 'optional', of, none: null, title: label }];
}

function entriesOf(of: ValueType): FormInput {
  return {
    input: 'entries',
    hint: 'Such as {one: 1, two: 2}',
    blank: true,
    parts: { each: { kind: 'record', fields: { name: { kind: 'text', filled: true }, value: of } } },
  };
}

const list: ValueKind<TypeOf<'list'>> = {
  ...simple,
  encode({ of, min, max }, value, refs, encode) {
    if (!Array.isArray(value)) throw new IllegalValue(`must be a list, not ${showValue(value)}`);
    if (max !== undefined && value.length > max)
      throw new IllegalValue(`can’t have more than ${max}, and would have ${value.length}`);
    if (min !== undefined && value.length < min)
      throw new IllegalValue(`can’t have fewer than ${min}, and would have ${value.length}`);
    return value.map((item) => encode(of, item, refs));
  },
  check: ({ of, min = 0, max = Infinity }, value, check) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every((item) => check(of, item)),
  decode: ({ of }, stored, _, decode) => Object.freeze((stored as unknown[]).map((item) => decode(of, item))),
  start: ({ of, min }, start) => Array.from({ length: min ?? 0 }, () => start(of)),
  cell: ({ of }, text, wrong, cell) =>
    Object.freeze(NO.has(text) ? [] : text.split(/\s*,\s*/).map((item) => cell(of, item, wrong))),
  declare: ({ of }, declare) => `readonly (${declare(of)})[]`,
  field({ of, min, max }, _, field) {
    const hint = 'Such as [one, two]';
    const each = field(of);
    const blank = (min ?? 0) === 0;
    if (each.input === 'one-of') return { input: 'some-of', hint, options: each.options ?? [], blank };
    if (each.input === 'text' || each.input === 'name' || each.input === 'time' || each.input === 'integer')
      return { input: 'lines', hint, blank, numbers: each.input === 'integer' };
    return { input: 'rows', hint, blank, parts: { each: of }, min: min ?? null, max: max ?? null };
  },
  inside: ({ of }) => of,
};

const data: ValueKind<TypeOf<'data'>> = {
  ...simple,
  encode: (_, value) => plain(value),
  decode: (_, stored) => deepFreeze(stored),
  declare: () => 'unknown',
  field: () => ({ input: 'anything', hint: 'A text or a number' }),
  show: (_, text, names) => names.anything(text),
};

const choice: ValueKind<TypeOf<'choice'>> = {
  ...simple,
  encode({ of }, value) {
    if (typeof value === 'string' && of.includes(value)) return value;
    if (of.length === 0) throw new IllegalValue('has nothing to choose from');
    const guess = typeof value === 'string' ? nearest(value, of) : null;
    const hint = guess === null ? '' : `; did you mean ${guess}?`;
    throw new IllegalValue(`must be one of ${of.join(', ')}, not ${showValue(value)}${hint}`);
  },
  check: ({ of }, value) => of.includes(value as string),
  /** The first word in the alphabet, regardless of case. */
  start: ({ of }) =>
    of.reduce((first, word) => (word.toLowerCase() < first.toLowerCase() ? word : first), of[0] ?? ''),
  cell({ of }, text, wrong) {
    if (of.includes(text)) return text;
    throw wrong(`one of ${of.join(', ')}`);
  },
  declare: ({ of }) => (of.length === 0 ? 'string' : of.map((word) => JSON.stringify(word)).join(' | ')),
  field: ({ of }, choices) => ({
    input: 'one-of',
    options: of.map((value) => ({ value, label: choices?.word(value) ?? value })),
  }),
};

const boolean: ValueKind<TypeOf<'boolean'>> = {
  ...simple,
  encode(_, value) {
    if (typeof value !== 'boolean') throw new IllegalValue(`must be true or false, not ${showValue(value)}`);
    return value;
  },
  check: (_, value) => typeof value === 'boolean',
  start: () => false,
  cell(_, text, wrong) {
    if (YES.has(text.toLowerCase())) return true;
    if (NO.has(text.toLowerCase())) return false;
    throw wrong('yes or no');
  },
  declare: () => 'boolean',
  field: () => ({ input: 'yes-no' }),
};

/** All kinds of value. The compiler reports a kind of `ValueType` that is missing here. */
export const kinds = {
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
} as const satisfies { readonly [K in ValueType['kind']]: ValueKind<TypeOf<K>> };

export function isKind(kind: unknown): kind is ValueType['kind'] {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

/** A clause may give an unknown kind, whatever the compiler says. */
function kindOf(type: ValueType): ValueKind<ValueType> {
  if (isKind(type.kind)) return kinds[type.kind];
  throw new IllegalValue(`is of an unknown kind: ${showValue(type.kind)}`);
}

/** Converts a value from a clause, a person or a file to plain JSON for storing. */
export function encode(type: ValueType, value: unknown, refs: References): unknown {
  return kindOf(type).encode(type, value, refs, encode);
}

/** True if a stored value is certainly legal, as nearly all are. Much cheaper than encoding it again. */
export function isPlainlyLegal(type: ValueType, value: unknown): boolean {
  return kindOf(type).check(type, value, isPlainlyLegal);
}

/** The same for many values of one type, whose kind is looked up only once. */
export function plainlyLegalFor(type: ValueType): (value: unknown) => boolean {
  // Unknown kinds are reported when a value is checked.
  if (!isKind(type.kind)) return (value) => isPlainlyLegal(type, value);
  const kind: ValueKind<ValueType> = kinds[type.kind];
  return (value) => kind.check(type, value, isPlainlyLegal);
}

/** Converts a stored value to what clauses receive: references become objects, and lists and records are frozen. */
export function decoder(entityFor: EntityFor): (type: ValueType, stored: unknown) => unknown {
  const decode = (type: ValueType, stored: unknown): unknown =>
    stored === undefined ? null : kindOf(type).decode(type, stored, entityFor, decode);
  return decode;
}

/** The value of a variable that hasn't been set: its stated start, or else that of its kind. */
export function startingValue(type: ValueType): unknown {
  const start = startOf(type);
  return start !== undefined ? start : kindOf(type).start(type, startingValue);
}

export function startOf(type: ValueType): unknown {
  return 'start' in type ? type.start : undefined;
}

export function readCell(type: ValueType, text: string, wrong: Wrong): unknown {
  return kindOf(type).cell(type, text.trim(), wrong, readCell);
}

/** The type in TypeScript, as clauses see it. */
export function declare(type: ValueType): string {
  return kindOf(type).declare(type, declare);
}

/** The form field for a value. */
export function inputFor(type: ValueType, choices: Choices | null): FormInput {
  const field = (inner: ValueType): FormInput => kindOf(inner).field(inner, choices, field);
  return field(type);
}

/** The type of the value at a key. */
export function typeInside(type: ValueType, key: string): ValueType | undefined {
  return kindOf(type).inside(type, key, typeInside);
}

/** The values inside a value, each with its type. */
export function partsOf(type: ValueType, value: unknown): readonly { type: ValueType; value: unknown }[] {
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = typeInside(type, key);
    return inner === undefined ? [] : [{ type: inner, value: one }];
  });
}

/** A word of a value, as shown to people. */
export function showWord(type: ValueType, word: string, names: Namer): string {
  const show = (inner: ValueType, text: string): string => kindOf(inner).show(inner, text, names, show);
  return show(type, word);
}
