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

export function typeInside(type: ValueType, key: string): ValueType | undefined {
  return kindOf(type).inside(type, key, typeInside);
}

export function partsOf(type: ValueType, value: unknown): readonly { type: ValueType; value: unknown }[] {
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = typeInside(type, key);
    return inner === undefined ? [] : [{ type: inner, value: one }];
  });
}

/** A word of a value, as shown to people. */
export function showWord(type: ValueType, word: string, names: Namer): string {
  const show = (inner: ValueType, text: string): string =>
    inner.called !== undefined && Object.hasOwn(inner.called, text)
      ? (inner.called[text] ?? text)
      : kindOf(inner).show(inner, text, names, show);
  return show(type, word);
}
