// The seed of the dice: what its owner promises, and what is revealed once another has taken its place.
import { expect, test } from 'vitest';

import { hexOf } from '#platform/bytes.ts';
import { homeWith } from '../host/fixtures/home-with.ts';
import type { Game } from '../host/game.ts';
import { commitmentToSeed } from '../session/chance/committed-seed.ts';
import type { SeedEntry } from '../store/key-ring.ts';
import { promiseOf, readSeeds, revealsOf } from './sealed-service.ts';

const [old, older, now] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const with_ = (seeds: object): Game => ({ vault: { seeds } }) as unknown as Game;
const entry = (seed: Uint8Array, more: object = {}): SeedEntry =>
  ({ hash: commitmentToSeed(seed), ...more }) as SeedEntry;
const service = (...ring: readonly SeedEntry[]) => ({ ring, whyNot: null });

test('promises this machine’s seed unless it already is the last one promised', () => {
  expect(promiseOf(with_({}), service(), false)).toBeNull();
  expect(promiseOf(with_({ secret: now }), service(), false)).toBe(`/seed ${commitmentToSeed(now)}`);
  expect(promiseOf(with_({ secret: now }), service(entry(old)), true)).toBe(
    `/seed ${commitmentToSeed(now)} lost`,
  );
  expect(promiseOf(with_({ secret: now }), service(entry(old), entry(now)), false)).toBeNull();
  expect(promiseOf(with_({ secret: old }), service(entry(old), entry(now)), false)).not.toBeNull();
});

test('reveals a superseded seed once, from a machine that has it', () => {
  const ring = service(entry(older, { revealed: 'x' }), entry(old), entry(now));
  const reveals = (seeds: object) => revealsOf(with_(seeds), ring);
  expect(reveals({ secret: now, older: [older, old] })).toEqual([`/seed reveal ${hexOf(old)}`]);
  expect(reveals({ secret: old })).toEqual([`/seed reveal ${hexOf(old)}`]);
  expect(reveals({ secret: now })).toEqual([]);
  expect(reveals({})).toEqual([]);
});

test('reads the promised seeds from the game, and why none can be promised now', async () => {
  expect(await readSeeds(await homeWith())).toEqual({ ring: [], whyNot: null });
  const hash = commitmentToSeed(now);
  const { ring, whyNot } = await readSeeds(await homeWith({ secret: hash }));
  expect(ring).toMatchObject([{ hash, by: 'cy', dynasty: 1 }]);
  expect(whyNot).toMatch(/^a seed was promised for this dynasty/u);
});
