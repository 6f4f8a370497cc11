import { lazyPropertyOf, withoutLazy, withLazy } from '../data/lazy-property.ts';

/** Characters that reverse the direction of the following text, which can disguise it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Control characters that no page may contain. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/gu;
/** A letter under a tower of accents would cover neighbouring lines. */
const TOWERS = /(\p{M}{4})\p{M}+/gu;

/** Matches any of them. Few texts contain one, but every text is checked. */
const ANY = new RegExp([TURNS, CONTROLS, TOWERS].map(({ source }) => source).join('|'), 'u');

export function isHarmless(text: string): boolean {
  return !ANY.test(text);
}

export function harmlessText(text: string): string {
  if (isHarmless(text)) return text;
  return text.replace(TURNS, '').replace(CONTROLS, '').replace(TOWERS, '$1');
}

const HARMLESS = Symbol('harmless');

export function knownHarmless<T extends object>(value: T): T {
  return Object.defineProperty(value, HARMLESS, { value: true });
}

/** Makes every text within plain data harmless. */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return harmlessText(value) as T;
  if (typeof value === 'object' && value !== null && HARMLESS in value) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => harmless(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const asked = lazyPropertyOf(value);
  if (asked !== null) {
    const about = harmless(withoutLazy(value, asked));
    return withLazy(about, asked.key, () => harmless(asked.get())) as T;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, harmless(item as unknown)]),
  ) as T;
}

export function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function timeOr(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-/.test(value) ? value : null;
}

export function textOr(value: unknown, otherwise = ''): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}
