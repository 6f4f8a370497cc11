import { toCamel } from '../names.ts';
import { IllegalValue, isPlainObject, showValue } from '../values.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

export const record: ValueKind<TypeOf<'record'>> = {
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
