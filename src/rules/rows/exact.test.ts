import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compare, divided, fraction, minus, plus, power, root, times, whole } from './exact.ts';

const number = fc.integer({ min: -(2 ** 52), max: 2 ** 52 });

test('decimals are exact: a tenth and two tenths are three tenths', () => {
  expect(compare(plus(fraction(1n, 10n), fraction(2n, 10n)), fraction(3n, 10n))).toBe(0);
  expect(times(divided(7, 2), 2)).toBe(7);
});

test('loses nothing in numbers larger than JavaScript can hold', () => {
  fc.assert(
    fc.property(number, number, number, (a, b, c) => {
      expect(minus(plus(times(a, b), c), times(a, b))).toBe(c);
      if (b !== 0) expect(compare(times(divided(a, b), b), a)).toBe(0);
    }),
  );
});

test('rounds a result once, in the way asked for', () => {
  fc.assert(
    fc.property(number, fc.integer({ min: 1, max: 99 }), (a, b) => {
      const [down, up] = [whole(divided(a, b), 'down'), whole(divided(a, b), 'up')];
      expect(compare(down, divided(a, b))).toBeLessThanOrEqual(0);
      expect(up - down).toBe(a % b === 0 ? 0 : 1);
    }),
  );
  expect([whole(divided(5, 2), 'nearest'), whole(divided(-5, 2), 'nearest')]).toEqual([3, -2]);
});

test('roots are rounded down, and powers are exact', () => {
  for (const [of, is] of [
    [0, 0],
    [8, 2],
    [9, 3],
    [2 ** 52, 2 ** 26],
  ] as const)
    expect(root(of)).toBe(is);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 2_000n }),
      fc.bigInt({ min: 1n, max: 99n }),
      (over, under) => {
        const of = fraction(over, under);
        const found = root(of);
        expect(compare(times(found, found), of)).toBeLessThanOrEqual(0);
        expect(compare(times(plus(found, 1), plus(found, 1)), of)).toBeGreaterThan(0);
      },
    ),
  );
  expect(power(2, 10)).toBe(1024);
  expect(compare(divided(power(3, 80), power(3, 78)), 9)).toBe(0);
});

test('refuses what would take too long or has no answer', () => {
  for (const asked of [
    () => divided(1, 0),
    () => root(-1),
    () => power(2, -1),
    () => power(power(10, 100), 100),
  ])
    expect(asked).toThrow(RangeError);
});
