import { minimumOf } from './values.ts';
import type { ValueType } from './value-types.ts';

/**
 * The value that a variable starts with where nobody gave it one: its stated start, else the legal number nearest
 * to zero, blank text, no entries, the first choice.
 */
export function startingValue(type: ValueType): unknown {
  if ('start' in type && type.start !== undefined) return type.start;
  switch (type.kind) {
    case 'integer':
      return nearestToZero(minimumOf(type), type.max ?? null);
    case 'text':
      return '';
    case 'boolean':
      return false;
    case 'choice':
      return [...type.of].sort()[0] ?? '';
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
