import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { commitmentToSeed, committedSource, isSeedOf, newSeed, verifyCommitted } from './committed-seed.ts';
import { purposeOf, type SeedProof } from './source.ts';

const seed = createHash('sha256').update('the emperor’s seed').digest();
const purpose = purposeOf('game-1', 'start-round', 7);

function drawSome(): { draws: { size: number; place: number }[]; proof: SeedProof } {
  const source = committedSource(seed, purpose);
  const draws = [5, 2, 12, 6].map((size) => ({ size, place: source.draw('secret', size) }));
  return { draws, proof: source.proof() as SeedProof };
}

test('a rehearsal always draws what the action itself will draw', () => {
  expect(drawSome()).toEqual(drawSome());
});

test('the next action of the same kind draws something else', () => {
  const sizes = Array.from({ length: 20 }, () => 1000);
  const [seventh, eighth] = [7, 8].map((number) =>
    committedSource(seed, purposeOf('game-1', 'start-round', number)),
  );
  expect(sizes.map((size) => seventh?.draw('dice', size))).not.toEqual(
    sizes.map((size) => eighth?.draw('dice', size)),
  );
});

test('the revealed seed proves the draws', () => {
  const { draws, proof } = drawSome();
  expect(verifyCommitted(proof, draws, seed)).toEqual({ ok: true });
});

test('another seed can’t pass for the committed one', () => {
  const { draws, proof } = drawSome();
  expect(verifyCommitted(proof, draws, newSeed())).toMatchObject({
    why: expect.stringContaining('not the seed'),
  });
  expect(isSeedOf(commitmentToSeed(seed), seed.subarray(1))).toBe(false);
});

test('detects and names an altered, missing or added draw', () => {
  const { draws, proof } = drawSome();
  const altered = draws.map((draw, at) => (at === 2 ? { ...draw, place: (draw.place + 1) % 12 } : draw));
  expect(verifyCommitted(proof, altered, seed)).toMatchObject({
    why: expect.stringContaining('draw 3 of 12'),
  });
  expect(verifyCommitted(proof, draws.slice(1), seed)).toMatchObject({
    why: expect.stringContaining('4 draws, and 3'),
  });
  expect(verifyCommitted({ ...proof, purpose: `${purpose}0` }, draws, seed).ok).toBe(false);
});

test('the commitment and the proof don’t contain the seed', () => {
  const { proof } = drawSome();
  expect(proof).toEqual({ from: 'committed-seed', commitment: commitmentToSeed(seed), purpose, draws: 4 });
  expect(JSON.stringify(proof)).not.toContain(seed.toString('hex'));
});
