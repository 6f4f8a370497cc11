/** Small helpers of compiled tables. */
import { monthsAfter } from '../../kernel/time.ts';
import type { Person } from '../world.ts';
import { compare, whole, type Exact } from './exact.ts';
import type { RowMoment } from './moment.ts';

/** A formula's result in a form that a variable can hold. */
export function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'under' in value
    ? whole(value as Exact, 'down')
    : value;
}

/** A value in a sentence to the person who acts: `bo`, `you`, `nobody`, `3`. */
export function called({ person }: RowMoment, value: unknown): string {
  const one = value as Person | null;
  if (value === undefined) return 'whoever is chosen';
  if (one === null) return 'nobody';
  if (typeof one !== 'object' || !('label' in one)) return String(plain(one));
  return one.is(person) ? 'you' : one.label;
}

/** True if two values of any kind are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (isExact(a) && isExact(b)) return compare(a, b) === 0;
  const [one, other] = [a, b] as readonly { is?: (other: unknown) => boolean }[];
  return a === b || (typeof one?.is === 'function' && one.is(other));
}

function isExact(value: unknown): value is Exact {
  return typeof value === 'number' || (typeof value === 'object' && value !== null && 'under' in value);
}

export function largest(values: readonly Exact[]): Exact {
  return values.reduce((best, one) => (compare(one, best) > 0 ? one : best));
}

export function least(values: readonly Exact[]): Exact {
  return values.reduce((best, one) => (compare(one, best) < 0 ? one : best));
}

/** The first moment of the next month: `at: everyMonth`. */
export function everyMonth({ from }: { readonly from: string }): string {
  return monthsAfter(`${from.slice(0, 7)}-01T00:00:00Z`, 1);
}

export function everyQuarter({ from }: { readonly from: string }): string {
  const month = Math.floor((Number(from.slice(5, 7)) - 1) / 3) * 3 + 1;
  return monthsAfter(`${from.slice(0, 4)}-${String(month).padStart(2, '0')}-01T00:00:00Z`, 3);
}
