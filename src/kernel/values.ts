import { freezeWhole } from './freeze.ts';
import { Refusal } from './refusal.ts';

/** Clauses don't have it. */
const { defineProperty } = Object;

/** Describes what is wrong with a value, as the end of a sentence: "must be a whole number, and is …". */
export class IllegalValue extends Error {
  readonly belowMinimum: boolean;
  constructor(message: string, belowMinimum = false) {
    super(message);
    this.name = 'IllegalValue';
    this.belowMinimum = belowMinimum;
  }
}

freezeWhole(IllegalValue);

const HALF = /[\ud800-\udfff]/u;
const HALVES = /[\ud800-\udfff]/gu;

/** Replaces unpaired surrogates, which come from cutting a text and can't be written to a file, by what reading the file would give. */
export function inWholeLetters(text: string): string {
  return HALF.test(text) ? text.replaceAll(HALVES, '\ufffd') : text;
}

/** A deep copy of plain data, so that nothing stored can be reached from outside. */
export function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string') return inWholeLetters(value);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new IllegalValue(`is not a number that can be saved: ${value}`);
    // Turns -0 into 0, which it would become anyway when it is written and read.
    return value + 0;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (isPlainObject(value)) {
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) define(result, inWholeLetters(key), plain(value[key]));
    return result;
  }
  if (typeof value === 'object' && typeof (value as { id?: unknown }).id === 'string')
    return (value as { id: string }).id;
  throw new IllegalValue(`must be plain data, not ${typeof value}`);
}

/** The same for values from a rule that isn't running its own action. */
export function recordable(what: string, value: unknown): unknown {
  try {
    return plain(value);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    throw new Refusal(`${what} ${error.message}`, { code: 'illegal-value' });
  }
}

/** Converts a rule's fact about a post to text. An object could be changed later by any reader. */
export function toWords(what: string, value: unknown): string {
  if (typeof value === 'string') return inWholeLetters(value);
  if (typeof value === 'number') return String(value);
  throw new Refusal(`the ${what} must be text, not ${showValue(value)}`, { code: 'illegal-value' });
}

/** Sets a key as data, even `__proto__`. Assignment is much faster if nothing is inherited under that name. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (!(key in target)) target[key] = value;
  else defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The value at a path within another; undefined if there is none. */
export function dig(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function showValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? value.slice(0, 57) + '…' : value);
  if (typeof value === 'function') return 'a function';
  // JSON would write NaN and infinities as null, and no bigint at all.
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? text.slice(0, 57) + '…' : text;
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  // Often something was added to a list. Then its items needn't be compared.
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** JSON with the keys of each object in order, so that equal values have equal texts and equal hashes. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
