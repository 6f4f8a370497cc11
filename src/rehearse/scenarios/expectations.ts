import { isPlainObject, sameValue } from '../../kernel/values.ts';

/** A place in the game and the value expected there. */
export interface Expectation {
  readonly path: readonly string[];
  readonly expected: unknown;
}

/** The number of names that lead to a value: `players.ana.puissance` has three. */
const DEPTH: Readonly<Record<string, number>> = { game: 2, dynasty: 2, emperor: 2 };
const USUAL_DEPTH = 3;

/** Splits a `then` into single expectations. */
export function expectationsOf(then: Readonly<Record<string, unknown>>): readonly Expectation[] {
  const found: Expectation[] = [];
  walk(then, [], found);
  return found;
}

function walk(value: unknown, path: readonly string[], found: Expectation[]): void {
  if (path.length >= depthOf(path) || !isPlainObject(value) || isPart(value)) {
    if (path.length > 0) found.push({ path, expected: value });
    return;
  }
  for (const [key, inner] of Object.entries(value)) walk(inner, [...path, ...split(key, path)], found);
}

/** `players.ana` at the top may be written as one key; below it, dots belong to the name. */
function split(key: string, path: readonly string[]): readonly string[] {
  return path.length === 0 ? key.split('.') : [key];
}

function depthOf([head = '', second, third]: readonly string[]): number {
  if (head === 'game' && second === 'terms') return 3;
  if (head === 'posts' && second === 'latest') return 4;
  if (head === 'views' && third === undefined) return 3;
  return DEPTH[head] ?? USUAL_DEPTH;
}

const PARTS = ['contains', 'absent', 'gte', 'lte'];

export function isPart(value: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => PARTS.includes(key));
}

/** The problem, or null if the expectation holds. */
export function compare(expected: unknown, found: { readonly value?: unknown }): string | null {
  const present = Object.hasOwn(found, 'value');
  if (isPlainObject(expected) && isPart(expected)) return comparePart(expected, found);
  if (expected === null && (!present || found.value === null)) return null;
  if (!present) return `there is no such thing; expected ${show(expected)}`;
  return sameValue(expected, found.value) ? null : `is ${show(found.value)}; expected ${show(expected)}`;
}

function comparePart(
  expected: Readonly<Record<string, unknown>>,
  found: { readonly value?: unknown },
): string | null {
  const present = Object.hasOwn(found, 'value');
  for (const [key, wanted] of Object.entries(expected)) {
    if (key === 'absent') {
      if (wanted === true && present) return `is ${show(found.value)}; expected nothing`;
      if (wanted === false && !present) return 'is missing';
      continue;
    }
    if (!present) return `is missing; expected it to have ${key} ${show(wanted)}`;
    if (key === 'contains' && !contains(found.value, wanted))
      return `is ${show(found.value)}, which doesn't contain ${show(wanted)}`;
    if (key === 'gte' && !(compareValues(found.value, wanted) >= 0))
      return `is ${show(found.value)}; expected at least ${show(wanted)}`;
    if (key === 'lte' && !(compareValues(found.value, wanted) <= 0))
      return `is ${show(found.value)}; expected at most ${show(wanted)}`;
  }
  return null;
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number.NaN;
}

function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.every((one) => contains(value, one));
  if (typeof value === 'string')
    return typeof wanted === 'string' && value.toLowerCase().includes(wanted.toLowerCase());
  if (Array.isArray(value))
    return value.some(
      (item) =>
        sameValue(item, wanted) ||
        (isPlainObject(wanted) && contains(item, wanted)) ||
        (isPlainObject(item) &&
          typeof wanted === 'string' &&
          item['text'] !== undefined &&
          contains(item['text'], wanted)),
    );
  if (isPlainObject(value) && isPlainObject(wanted)) {
    return Object.entries(wanted).every(
      ([key, one]) => Object.hasOwn(value, key) && (sameValue(value[key], one) || contains(value[key], one)),
    );
  }
  if (isPlainObject(value) && typeof wanted === 'string') return Object.hasOwn(value, wanted);
  return false;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 297)}…` : text;
}
