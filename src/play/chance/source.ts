import type { Count } from '../../kernel/count.ts';
import { uniformFrom } from './uniform.ts';

type DrawKind = 'dice' | 'secret';

/** Where the draws of one action come from. A new one is made for each action, so counting starts at 0. */
export interface DrawSource {
  /** The place, from 0, of one of `size` options. */
  draw(kind: DrawKind, size: number): number;
  draw(kind: DrawKind, size: Count): Count;
  /** The proof by which anybody can check the draws made so far, beside a seed that may still be secret. */
  proof(): Proof;
}

export type Proof = SeedProof | BeaconProof;

interface Counted {
  /** Which action of which game the draws were for. */
  readonly purpose: string;
  /** The number of draws. */
  readonly draws: number;
}

/** The seed itself is shown later; its hash had been shown before. */
export interface SeedProof extends Counted {
  readonly from: 'committed-seed';
  readonly commitment: string;
}

export interface BeaconProof extends Counted {
  readonly from: 'beacon';
  readonly chain: string;
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

/** A source for one action over a seed that never changes: the kinds share one count, in the order of drawing. */
export function sourceOver<P extends Proof>(seed: Uint8Array, about: Omit<P, 'draws'>): DrawSource {
  let draws = 0;
  function draw(kind: DrawKind, size: number): number;
  function draw(kind: DrawKind, size: Count): Count;
  function draw(_: DrawKind, size: Count): Count {
    const place = uniformFrom(seed, about.purpose, draws, size);
    draws += 1;
    return place;
  }
  return {
    draw,
    proof: () => ({ ...about, draws }) as unknown as P,
  };
}

/**
 * The purpose of an action's draws. Actions of one id are numbered on their own, as the ledger has them: those that were
 * accepted, and those that were refused after something was rolled. Who tries such a one again does so under the number
 * of the first try, so there is nothing to try again for; nor does a rehearsal or somebody else's action move a draw.
 */
export function purposeOf(game: string, action: string, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`actions are numbered from 1, not ${number}`);
  return `${game}/${action}#${number}`;
}
