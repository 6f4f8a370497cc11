import { minimumOf } from './values.ts';
import type { ValueType } from './value-types.ts';

/** Of texts that are not blank: digits come before letters. */
const FIRST_TEXT = '0';

/**
 * The value that a variable starts with where nobody gave it one: its stated start, else the legal number nearest
 * to zero, blank text or, where it may not be, the first there is, no entries, the choice that comes first in the alphabet.
 */
export function startingValue(type: ValueType): unknown {
  if ('start' in type && type.start !== undefined) return type.start;
  switch (type.kind) {
    case 'integer':
      return nearestToZero(minimumOf(type), type.max ?? null);
    case 'text':
      return type.filled === true && type.picture !== true ? FIRST_TEXT : '';
    case 'boolean':
      return false;
    case 'choice':
      return [...type.of].sort(inAlphabet)[0] ?? '';
    case 'list':
      return Array.from({ length: type.min ?? 0 }, () => startingValue(type.of));
    case 'record':
      return Object.fromEntries(
        Object.entries(type.fields).map(([key, field]) => [key, startingValue(field)]),
      );
    case 'map':
      return {};
    case 'optional':
      return type.none;
    default:
      return null;
  }
}

function nearestToZero(min: number | null, max: number | null): number {
  if (min !== null && min > 0) return min;
  if (max !== null && max < 0) return max;
  return 0;
}

/** Capitals make no difference. */
function inAlphabet(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}
