import { encode, readCell, startingValue } from './kinds/index.ts';
import type { References } from './kinds/kind.ts';
import type { ValueType } from './value-types.ts';
import { define, IllegalValue, isPlainObject } from './values.ts';

/**
 * Converts a value to a type other than the one for which it was stored: `7` becomes the text `7`, `oak` a list of one tree, and a list
 * or record keeps its legal parts. Throws an `IllegalValue` if that is impossible.
 */
export function carryValue(type: ValueType, value: unknown, refs: References): unknown {
  try {
    return encode(type, value, refs);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    return encode(type, readAs(type, value, refs, error), refs);
  }
}

function readAs(type: ValueType, value: unknown, refs: References, error: IllegalValue): unknown {
  const carried = (of: ValueType, item: unknown): readonly unknown[] => {
    try {
      return [carryValue(of, item, refs)];
    } catch (problem) {
      if (!(problem instanceof IllegalValue)) throw problem;
      return [];
    }
  };
  if (type.kind === 'optional') return carried(type.of, value)[0] ?? null;
  if (type.kind === 'list' && Array.isArray(value)) return value.flatMap((item) => carried(type.of, item));
  if (type.kind === 'map' && isPlainObject(value)) {
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value))
      for (const one of carried(type.of, item)) define(result, key, one);
    return result;
  }
  if (type.kind === 'record' && isPlainObject(value)) {
    const result: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(type.fields)) {
      const [one] = value[key] === undefined ? [] : carried(field, value[key]);
      if (one !== undefined || field.kind !== 'optional') define(result, key, one ?? startingValue(field));
    }
    return result;
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw error;
  return readCell(type, String(value), (expected) => new IllegalValue(`must be ${expected}`));
}
