import { createHash, createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { accept, LARGEST_SIZE, uniformFrom } from './source.ts';

const seed = createHash('sha256').update('a seed for tests').digest();

test('draws match those of another implementation of the same description', () => {
  // From Python's hmac. If these results changed, nobody could check the ledgers of existing games any more.
  const draws = Array.from({ length: 12 }, (_, counter) => uniformFrom(seed, 'ring-bell#1', counter, 6));
  expect(draws).toEqual([0, 0, 1, 0, 4, 0, 3, 1, 4, 3, 5, 0]);
  expect(uniformFrom(seed, 'large', 0, LARGEST_SIZE)).toBe(1518776175752881);
  expect(uniformFrom(seed, 'large', 1, LARGEST_SIZE)).toBe(4498260098902300);
});

test('exactly one of the possible bit values is accepted for each option', () => {
  for (let size = 1; size <= 300; size++) {
    const bits = size === 1 ? 0 : (size - 1).toString(2).length;
    const named = new Array<number>(size).fill(0);
    let rejected = 0;
    for (let value = 0n; value < 2n ** BigInt(bits); value++) {
      const place = accept(value, size);
      if (place === null) rejected++;
      else named[place] = (named[place] ?? 0) + 1;
    }
    expect(named.every((times) => times === 1)).toBe(true);
    expect(rejected).toBe(2 ** bits - size);
    expect(rejected).toBeLessThan(2 ** bits / 2 + 1);
  }
});

test('ignores bits above those needed', () => {
  expect(accept(0xffff_ffff_ffff_fff8n, 6)).toBe(0);
  expect(accept(0xffff_ffff_ffff_fffdn, 6)).toBe(5);
  expect(accept(6n, 6)).toBeNull();
});

test('draws exactly from more options than a number can hold, with places as digits', () => {
  // From another implementation of the description: HMAC-SHA256 of `large\\0counter\\0block`, its lowest 70 bits, below 10^21.
  const size = '1000000000000000000000';
  const places = Array.from({ length: 50 }, (_, counter) => uniformFrom(seed, 'large', counter, size));
  expect(places).toEqual(
    Array.from({ length: 50 }, (_, counter) => {
      for (let block = 0; ; block++) {
        const hash = createHmac('sha256', seed).update(`large\0${counter}\0${block}`).digest('hex');
        const place = BigInt(`0x${hash}`) % 2n ** 70n;
        if (place < 10n ** 21n) return place <= 2n ** 53n - 1n ? Number(place) : String(place);
      }
    }),
  );
  // An ordinary number would lose the last digits.
  expect(new Set(places.map((place) => String(place).slice(-2))).size).toBeGreaterThan(25);
  expect(() => uniformFrom(seed, 'large', 0, String(2n ** 256n + 1n))).toThrow('2^256');
});

test.each([2, 3, 6, 7, 10, 52, 100])('draws from %i options pass a chi-square test', (size) => {
  const drawn = 4_000;
  const counts = new Array<number>(size).fill(0);
  for (let counter = 0; counter < drawn; counter++) {
    const place = uniformFrom(seed, `chi-${size}`, counter, size);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const expected = drawn / size;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // Wilson and Hilferty: the value that chance exceeds once in a hundred thousand times.
  const freedom = size - 1;
  const limit = freedom * (1 - 2 / (9 * freedom) + 4.265 * Math.sqrt(2 / (9 * freedom))) ** 3;
  expect(chiSquare).toBeLessThan(limit);
});

test('draws with neighbouring counters or purposes all differ', () => {
  const places = new Set<number>();
  for (let counter = 0; counter < 100; counter++) {
    places.add(uniformFrom(seed, 'a', counter, LARGEST_SIZE));
    places.add(uniformFrom(seed, `a${counter}`, 0, LARGEST_SIZE));
  }
  expect(places.size).toBe(200);
});

test('the largest size gives exact integers below it', () => {
  for (let counter = 0; counter < 100; counter++) {
    const place = uniformFrom(seed, 'large', counter, LARGEST_SIZE);
    expect(Number.isSafeInteger(place) && place >= 0).toBe(true);
  }
  const odd = LARGEST_SIZE / 2 + 1;
  for (let counter = 0; counter < 100; counter++)
    expect(uniformFrom(seed, 'odd', counter, odd)).toBeLessThan(odd);
});

test.each([0, -1, 1.5, Number.NaN, LARGEST_SIZE * 2])('rejects a draw from %d options', (size) => {
  expect(() => uniformFrom(seed, 'x', 0, size)).toThrow('from 1 to 2^53');
});

test('a draw from one option is always 0', () => {
  expect(uniformFrom(seed, 'x', 0, 1)).toBe(0);
});
