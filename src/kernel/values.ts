import { freezeWhole } from './freeze.ts';
import { nearest } from './names.ts';
import { Refusal } from './refusal.ts';
import { TIME_FORM } from './time.ts';
import type { ValueType } from './value-types.ts';

/** How references are looked up while a value is read or written. */
export interface References {
  /** The id of a person who may be referred to, or null. */
  player(value: unknown): string | null;
  thing(collection: string, value: unknown): string | null;
  post(value: unknown): string | null;
}

/** What is wrong with a value, as the end of a sentence: "must be a whole number, and is …". */
export class IllegalValue extends Error {
  readonly belowMinimum: boolean;
  constructor(message: string, belowMinimum = false) {
    super(message);
    this.name = 'IllegalValue';
    this.belowMinimum = belowMinimum;
  }
}

freezeWhole(IllegalValue);

/** Turns what a clause, a person or a file gives into what is stored: plain JSON. */
export function encode(type: ValueType, value: unknown, refs: References): unknown {
  switch (type.kind) {
    case 'integer':
      return encodeInteger(type, value);
    case 'text':
      return encodeText(type, value);
    case 'boolean':
      if (typeof value !== 'boolean')
        throw new IllegalValue(`must be true or false, and is ${showValue(value)}`);
      return value;
    case 'choice':
      return encodeChoice(type.of, value);
    case 'time':
      return encodeTime(value);
    case 'list':
      return encodeList(type, value, refs);
    case 'record':
      return encodeRecord(type.fields, value, refs);
    case 'map':
      return encodeMap(type.of, value, refs);
    case 'optional':
      return value === null || value === undefined || value === type.none
        ? type.none
        : encode(type.of, value, refs);
    case 'data':
      return plain(value);
    default:
      return encodeReference(type, value, refs);
  }
}

/** Whether a stored value is legal beyond doubt: what nearly all are, at a fraction of the cost of encoding them again. */
export function isPlainlyLegal(type: ValueType, value: unknown): boolean {
  switch (type.kind) {
    case 'boolean':
      return value === true || value === false;
    case 'integer':
      return Number.isSafeInteger(value) && isWithin(type, value as number);
    case 'text':
      return typeof value === 'string' && type.pattern === undefined && type.filled !== true;
    case 'choice':
      return type.of.includes(value as string);
    case 'optional':
      return value === type.none;
    case 'list':
      return Array.isArray(value) && value.length === 0 && (type.min ?? 0) === 0;
    default:
      return false;
  }
}

function encodeInteger(type: ValueType & { kind: 'integer' }, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new IllegalValue(`must be a whole number, and is ${showValue(value)}`);
  }
  const whole = Math.trunc(value) + 0;
  if (!Number.isSafeInteger(whole)) throw new IllegalValue(`is too large a number: ${value}`);
  const min = minimumOf(type);
  if (min !== null && whole < min) {
    throw new IllegalValue(
      min === 0 ? `would be ${whole}, below zero` : `would be ${whole}, below ${min}`,
      true,
    );
  }
  if (type.max !== undefined && whole > type.max)
    throw new IllegalValue(`would be ${whole}, above ${type.max}`);
  return whole;
}

function isWithin(type: ValueType & { kind: 'integer' }, whole: number): boolean {
  const min = minimumOf(type);
  return (min === null || whole >= min) && (type.max === undefined || whole <= type.max);
}

/** Without a stated range a number is never negative. */
export function minimumOf(type: ValueType & { kind: 'integer' }): number | null {
  return type.min === undefined ? 0 : type.min;
}

function encodeText(type: ValueType & { kind: 'text' }, value: unknown): string {
  if (typeof value === 'number') return encodeText(type, String(value));
  if (typeof value !== 'string') throw new IllegalValue(`must be text, and is ${showValue(value)}`);
  if (type.filled && value.trim() === '') throw new IllegalValue('must not be blank');
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) {
    throw new IllegalValue(`must look like ${type.pattern}, and is ${showValue(value)}`);
  }
  return value;
}

function encodeChoice(options: readonly string[], value: unknown): string {
  if (typeof value === 'string' && options.includes(value)) return value;
  const guess = typeof value === 'string' ? nearest(value, options) : null;
  const hint = guess === null ? '' : `; did you mean ${guess}?`;
  throw new IllegalValue(
    `must be one of ${options.join(', ')}; there is no such choice as ${showValue(value)}${hint}`,
  );
}

function encodeTime(value: unknown): string {
  if (typeof value === 'string' && TIME_FORM.test(value)) return value;
  throw new IllegalValue(`must be a UTC time such as 2021-06-18T09:00:00Z, and is ${showValue(value)}`);
}

function encodeList(type: ValueType & { kind: 'list' }, value: unknown, refs: References): unknown[] {
  if (!Array.isArray(value)) throw new IllegalValue(`must be a list, and is ${showValue(value)}`);
  if (type.max !== undefined && value.length > type.max) {
    throw new IllegalValue(`holds at most ${type.max}, and would hold ${value.length}`);
  }
  if (type.min !== undefined && value.length < type.min) {
    throw new IllegalValue(`holds at least ${type.min}, and would hold ${value.length}`);
  }
  return value.map((item) => encode(type.of, item, refs));
}

function encodeRecord(
  fields: Readonly<Record<string, ValueType>>,
  value: unknown,
  refs: References,
): Record<string, unknown> {
  if (!isPlainObject(value))
    throw new IllegalValue(`must have ${Object.keys(fields).join(', ')}, and is ${showValue(value)}`);
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key))
      throw new IllegalValue(`has no ${key}; it has ${Object.keys(fields).join(', ')}`);
  }
  const result: Record<string, unknown> = {};
  for (const [key, type] of Object.entries(fields)) {
    if (value[key] === undefined && type.kind !== 'optional') throw new IllegalValue(`lacks ${key}`);
    if (value[key] === undefined && type.kind === 'optional' && type.none === null) continue;
    result[key] = encode(type, value[key], refs);
  }
  return result;
}

function encodeMap(of: ValueType, value: unknown, refs: References): Record<string, unknown> {
  if (!isPlainObject(value))
    throw new IllegalValue(`must be a map of names to values, and is ${showValue(value)}`);
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) define(result, key, encode(of, item, refs));
  return result;
}

function encodeReference(
  type: ValueType & { kind: 'player' | 'thing' | 'post' },
  value: unknown,
  refs: References,
): string {
  const id =
    type.kind === 'player'
      ? refs.player(value)
      : type.kind === 'post'
        ? refs.post(value)
        : refs.thing(type.collection, value);
  if (id !== null) return id;
  const where =
    type.kind === 'player' ? 'on the roster' : `among ${type.kind === 'thing' ? type.collection : 'posts'}`;
  throw new IllegalValue(
    `must name a ${type.kind}: there is no such ${type.kind} as ${showValue(value)} ${where}`,
  );
}

/** Deep copy of plain data, so that nothing stored can be reached from outside. */
export function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new IllegalValue(`is no number that can be kept: ${value}`);
    return value;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (isPlainObject(value)) {
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) define(result, key, plain(value[key]));
    return result;
  }
  if (typeof value === 'object' && typeof (value as { id?: unknown }).id === 'string')
    return (value as { id: string }).id;
  throw new IllegalValue(`must be plain data, and is ${typeof value}`);
}

/** The same for what a rule gives where it isn't asked by an action of its own. */
export function recordable(what: string, value: unknown): unknown {
  try {
    return plain(value);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    throw new Refusal(`${what} ${error.message}`, { code: 'illegal-value' });
  }
}

/** What a rule says of a post: an object in its place could be changed later, by whoever reads it. */
export function toWords(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Refusal(`the ${what} must be text, and is ${showValue(value)}`, { code: 'illegal-value' });
}

/** Sets a key as data even where it is called `__proto__`. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function showValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? value.slice(0, 57) + '…' : value);
  if (typeof value === 'function') return 'a function';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? text.slice(0, 57) + '…' : text;
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
