/** Exact, so that three thirds of a vote are a vote: numerator and denominator. */
export type Fraction = readonly [bigint, bigint];

export const whole = (number: number): Fraction => [BigInt(number), 1n];

export const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced(a * d + c * b, b * d);

export const minus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced(a * d - c * b, b * d);

/** `part` of `of`, taken of a weight. */
export function shareOf([a, b]: Fraction, [c, d]: Fraction, [e, f]: Fraction): Fraction {
  return reduced(a * c * f, b * d * e);
}

/** Below zero where the first is less. */
export function compare([a, b]: Fraction, [c, d]: Fraction): number {
  const difference = a * d - c * b;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** With two places at most, as people say it. */
export function show([a, b]: Fraction): string {
  return String(Number((a * 200n + b) / (2n * b)) / 100);
}

function reduced(a: bigint, b: bigint): Fraction {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? [0n, 1n] : [a / x, b / x];
}
