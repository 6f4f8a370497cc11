import { utf8 } from '#platform/bytes.ts';
import { hexDigest } from '#platform/hash.ts';
import { isSameSecret, randomBytes } from '#platform/machine.ts';
import type { Count } from '../../kernel/chance.ts';
import { sourceOver, type SeedProof, type DrawSource, uniformFrom } from './source.ts';

const SEED_BYTES = 32;

/** A random seed. Its owner keeps it and publishes its `commitmentToSeed` before the first draw. */
export function newSeed(): Uint8Array {
  return randomBytes(SEED_BYTES);
}

/** Reveals nothing about the seed, and fits no other seed. */
export function commitmentToSeed(seed: Uint8Array): string {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes, not ${seed.length}`);
  return `sha256:${hexDigest('sha256', 'gitnomic seed\0', seed)}`;
}

export function isSeedOf(commitment: string, seed: Uint8Array): boolean {
  if (seed.length !== SEED_BYTES) return false;
  return isSameSecret(utf8(commitment), utf8(commitmentToSeed(seed)));
}

/** The draws of one action, the same in every rehearsal. */
export function committedSource(seed: Uint8Array, purpose: string): DrawSource {
  return sourceOver<SeedProof>(seed, { from: 'committed-seed', commitment: commitmentToSeed(seed), purpose });
}

/** A recorded draw: how many options there were, and which was drawn, from 0. */
export interface RecordedDraw {
  readonly size: Count;
  readonly place: Count;
}

export type Verification = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Whether recorded draws follow from the promised seed, once that is revealed. */
export function verifyCommitted(
  proof: SeedProof,
  draws: readonly RecordedDraw[],
  seed: Uint8Array,
): Verification {
  if (!isSeedOf(proof.commitment, seed))
    return { ok: false, why: 'this is not the seed that was committed to' };
  return verifyOver(seed, proof, draws);
}

/** Names the first draw, from 1, that doesn't follow from the seed. */
export function verifyOver(
  seed: Uint8Array,
  about: { readonly purpose: string; readonly draws: number },
  draws: readonly RecordedDraw[],
): Verification {
  if (draws.length !== about.draws) {
    return { ok: false, why: `the proof is about ${about.draws} draws, and ${draws.length} are recorded` };
  }
  for (const [counter, { size, place }] of draws.entries()) {
    const expected = uniformFrom(seed, about.purpose, counter, size);
    if (expected !== place) {
      return {
        ok: false,
        why: `draw ${counter + 1} of ${size} gives place ${expected}, and ${place} is recorded`,
      };
    }
  }
  return { ok: true };
}
