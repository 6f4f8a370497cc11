import { define, IllegalValue, inWholeLetters, isPlainObject, showValue } from '../values.ts';
import type { ValueType } from '../value-types.ts';
import { chosenFrom, simple, type FormInput, type FormOption, type ValueKind, type TypeOf } from './kind.ts';

export const map: ValueKind<TypeOf<'map'>> = {
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
