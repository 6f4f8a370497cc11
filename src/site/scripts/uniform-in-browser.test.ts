import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { uniformFrom } from '../../session/chance/source.ts';
import { commitmentInBrowser, readHex, uniformInBrowser } from './uniform-in-browser.ts';

const bytes = (from: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(from);

test('the browser makes the same draws as the engine', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string().filter((text) => !text.includes('\0')),
      fc.nat(1_000),
      fc.oneof(
        fc.integer({ min: 1, max: 2 ** 53 }),
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 256n }).map(String),
      ),
      async (seed, purpose, counter, size) => {
        expect(await uniformInBrowser(bytes(seed), purpose, counter, size)).toBe(
          uniformFrom(seed, purpose, counter, size),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('the browser knows a seed by the same fingerprint', async () => {
  const seed = bytes(new Uint8Array(32).fill(7));
  expect(await commitmentInBrowser(seed)).toBe(commitmentToSeed(seed));
});

test.each([
  ['00ff', [0, 255]],
  [' 0A ', [10]],
])('%j is read as bytes', (text, expected) => {
  expect([...(readHex(text) ?? [])]).toEqual(expected);
});

test.each(['', 'abc', 'zz'])('%j is no seed', (text) => {
  expect(readHex(text)).toBeNull();
});
