/**
 * Exact arithmetic for formulas in tables. A whole number that JavaScript can hold exactly is a number; everything else is a fraction
 * of two bigints, so that nothing is lost before the result is rounded.
 */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export type Exact = number | Fraction;
export type Rounding = 'down' | 'up' | 'nearest';

/** No formula in a game needs larger numbers, and computing with them would take long. */
const MOST_BITS = 2_048;

export function plus(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b;
  const [one, other] = [fractionOf(a), fractionOf(b)];
  return fraction(one.over * other.under + other.over * one.under, one.under * other.under);
}

export function minus(a: Exact, b: Exact): Exact {
  return plus(a, times(b, -1));
}

export function times(a: Exact, b: Exact): Exact {
  // `+ 0` turns -0 into 0.
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a * b)) return a * b + 0;
  const [one, other] = [fractionOf(a), fractionOf(b)];
  return fraction(one.over * other.over, one.under * other.under);
}

export function divided(a: Exact, b: Exact): Exact {
  const [one, other] = [fractionOf(a), fractionOf(b)];
  if (other.over === 0n) throw new RangeError('a formula divides by zero');
  return fraction(one.over * other.under, one.under * other.over);
}

/** `power(2, 3)` is 8. The exponent is a whole number, and not a negative one. */
export function power(base: Exact, exponent: Exact): Exact {
  if (typeof exponent !== 'number' || exponent < 0 || exponent > MOST_BITS)
    throw new RangeError(`a formula uses an impossible power`);
  let result: Exact = 1;
  for (let n = 0; n < exponent; n++) result = times(result, base);
  return result;
}

/** The square root, rounded down. */
export function root(value: Exact): Exact {
  const { over, under } = fractionOf(value);
  if (over < 0n) throw new RangeError('a formula takes the square root of a negative number');
  const square = over / under;
  if (square === 0n) return 0;
  // Newton's method from above, which takes few steps even for the largest numbers.
  let found = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next = found - 1n; next < found; next = (found + square / found) >> 1n) found = next;
  return fraction(found, 1n);
}

/** Negative if `a` is less, 0 if they are equal. */
export function compare(a: Exact, b: Exact): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [fractionOf(a), fractionOf(b)];
  const difference = one.over * other.under - other.over * one.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounds to a whole number. `nearest` rounds halves up. */
export function whole(value: Exact, how: Rounding): number {
  if (typeof value === 'number') return value;
  if (how === 'nearest') return whole(plus(value, { over: 1n, under: 2n }), 'down');
  const { over, under } = value;
  const cut = over / under;
  const isExact = cut * under === over;
  if (how === 'down') return Number(over < 0n && !isExact ? cut - 1n : cut);
  return Number(over > 0n && !isExact ? cut + 1n : cut);
}

/** A fraction in lowest terms, with a positive denominator. */
export function fraction(over: bigint, under: bigint): Exact {
  const by = (under < 0n ? -1n : 1n) * divisorOf(over < 0n ? -over : over, under < 0n ? -under : under);
  const lowest = { over: over / by, under: under / by };
  const isSmall = lowest.under === 1n && Number.isSafeInteger(Number(lowest.over));
  if (isSmall) return Number(lowest.over);
  if (lowest.over >> BigInt(MOST_BITS) > 1n || lowest.under >> BigInt(MOST_BITS) > 1n)
    throw new RangeError('a number in a formula grows too large');
  return lowest;
}

function divisorOf(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger === 0n ? 1n : larger;
}

function fractionOf(value: Exact): Fraction {
  return typeof value === 'number' ? { over: BigInt(value), under: 1n } : value;
}
