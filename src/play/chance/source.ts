import type { Count } from '../../kernel/chance.ts';
import { uniformFrom } from './uniform.ts';

type DrawKind = 'dice' | 'secret';

/** The source of one action's draws. Each action gets a new one, so counting starts at 0. */
export interface DrawSource {
  /** Draws one of `size` options, from 0. */
  draw(kind: DrawKind, size: number): number;
  draw(kind: DrawKind, size: Count): Count;
  /** Lets anybody check the draws so far, with a seed that may still be secret. */
  proof(): Proof;
}

export type Proof = SeedProof | BeaconProof;

interface Counted {
  /** Which action of which game the draws were for. */
  readonly purpose: string;
  /** The number of draws. */
  readonly draws: number;
}

/** The hash is published before the draws, the seed later. */
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

/** Draws from one fixed seed; all kinds share one count. */
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
 * The purpose of an action's draws. Actions with one id are numbered separately, counting accepted ones and refused
 * ones with rolls. Another try of a refused one keeps the first try's number, so trying again is pointless, and
 * rehearsals and other people's actions don't change any draw.
 */
export function purposeOf(game: string, action: string, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`actions are numbered from 1, not ${number}`);
  return `${game}/${action}#${number}`;
}
