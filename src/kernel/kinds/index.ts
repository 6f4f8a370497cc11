import type { ValueType } from '../value-types.ts';
import { IllegalValue, isPlainObject, showValue } from '../values.ts';
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { data } from './data.ts';
import { integer } from './integer.ts';
import type { Choices, EntityFor, FormInput, ValueKind, Namer, References, TypeOf, Wrong } from './kind.ts';
import { list } from './list.ts';
import { map } from './map.ts';
import { optional } from './optional.ts';
import { record } from './record.ts';
import { player, post, thing } from './references.ts';
import { text } from './text.ts';
import { time } from './time.ts';

/** Every kind of value. One that is named in `ValueType` and missing here is an error of the compiler. */
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

/** A clause may write down any kind, whatever the compiler says. */
function kindOf(type: ValueType): ValueKind<ValueType> {
  if (isKind(type.kind)) return kinds[type.kind];
  throw new IllegalValue(`is of an unknown kind: ${showValue(type.kind)}`);
}

/** Turns what a clause, a person or a file gives into what is stored: plain JSON. */
export function encode(type: ValueType, value: unknown, refs: References): unknown {
  return kindOf(type).encode(type, value, refs, encode);
}

/** Whether a stored value is legal beyond doubt: what nearly all are, at a fraction of the cost of encoding them again. */
export function isPlainlyLegal(type: ValueType, value: unknown): boolean {
  return kindOf(type).check(type, value, isPlainlyLegal);
}

/** The same for many values of one type, whose kind is looked up once. */
export function plainlyLegalFor(type: ValueType): (value: unknown) => boolean {
  // One that there is no such kind of is told where a value of it is looked at.
  if (!isKind(type.kind)) return (value) => isPlainlyLegal(type, value);
  const kind: ValueKind<ValueType> = kinds[type.kind];
  return (value) => kind.check(type, value, isPlainlyLegal);
}

/** Turns a stored value into the one that a clause is handed: references become the things they name, lists and records are frozen. */
export function decoder(entityFor: EntityFor): (type: ValueType, stored: unknown) => unknown {
  const decode = (type: ValueType, stored: unknown): unknown =>
    stored === undefined ? null : kindOf(type).decode(type, stored, entityFor, decode);
  return decode;
}

/** The value that a variable starts with where nobody gave it one: its stated start, else its kind’s. */
export function startingValue(type: ValueType): unknown {
  const start = startOf(type);
  return start !== undefined ? start : kindOf(type).start(type, startingValue);
}

/** The start that a type states. */
export function startOf(type: ValueType): unknown {
  return 'start' in type ? type.start : undefined;
}

export function readCell(type: ValueType, text: string, wrong: Wrong): unknown {
  return kindOf(type).cell(type, text.trim(), wrong, readCell);
}

/** The type in TypeScript, as a clause sees it. */
export function declare(type: ValueType): string {
  return kindOf(type).declare(type, declare);
}

/** The field in which a form asks for a value. */
export function inputFor(type: ValueType, choices: Choices | null): FormInput {
  const field = (inner: ValueType): FormInput => kindOf(inner).field(inner, choices, field);
  return field(type);
}

/** The type of what lies inside a value under a key. */
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

/** A word of a value as people read it. */
export function showWord(type: ValueType, word: string, names: Namer): string {
  const show = (inner: ValueType, text: string): string => kindOf(inner).show(inner, text, names, show);
  return show(type, word);
}
