/** Marks that turn the direction of what follows: with them a text can show other words than it says. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Control characters that no page may hold. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/gu;
/** A letter under a tower of accents would cover the lines around it. */
const TOWERS = /(\p{M}{4})\p{M}+/gu;

/** Any of them: hardly a text holds one, and each is asked. */
const ANY = new RegExp([TURNS, CONTROLS, TOWERS].map(({ source }) => source).join('|'), 'u');

export function harmlessText(text: string): string {
  if (!ANY.test(text)) return text;
  return text.replace(TURNS, '').replace(CONTROLS, '').replace(TOWERS, '$1');
}

/** The same for every text inside plain data. */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return harmlessText(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => harmless(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, harmless(item as unknown)]),
  ) as T;
}
