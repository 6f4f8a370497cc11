import { type Count, countOf, isCount } from '../../kernel/chance.ts';
import { hexOf } from '#platform/bytes.ts';
import { hmacSha256 } from '#platform/hash.ts';

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
  readonly draws: number;
}

/** A proof by a seed, whose hash is published before the draws and which is published later itself. */
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

/** The largest size for a draw from 8 bytes: whole numbers are exact up to here. */
export const LARGEST_SIZE = 2 ** 53;
/** Larger sizes use a whole block, which ends here. */
const LARGEST_OF_ALL = 2n ** 256n;

const BYTES_PER_CANDIDATE = 8;
const BYTES_PER_BLOCK = 32;

/**
 * The option, from 0, that a seed selects among `size` equally likely ones. The same arguments always give the same
 * result, so anybody with the seed can check a draw.
 *
 * Block b of a draw is HMAC-SHA256(key: seed, message: purpose, NUL, counter, NUL, b) in UTF-8, numbers in base ten;
 * its 32 bytes are four candidates of 8 bytes, most significant first. The first that `accept` takes is the draw. If
 * there are more options than 2^53, all 32 bytes are one candidate.
 */
export function uniformFrom(seed: Uint8Array, purpose: string, counter: number, size: number): number;
export function uniformFrom(seed: Uint8Array, purpose: string, counter: number, size: Count): Count;
export function uniformFrom(seed: Uint8Array, purpose: string, counter: number, size: Count): Count {
  checkSize(size);
  if (!Number.isSafeInteger(counter) || counter < 0)
    throw new RangeError(`a draw is counted from 0, not ${counter}`);
  if (purpose.includes('\0')) throw new RangeError('the purpose of a draw must not hold a NUL');
  // Each candidate is accepted with a probability above one half; the bound only shows that this ends.
  for (let block = 0; block < 256; block++) {
    const bytes = hmacSha256(seed, `${purpose}\0${counter}\0${block}`);
    if (typeof size === 'string') {
      const place = lowestBits(BigInt(`0x${hexOf(bytes)}`), BigInt(size));
      if (place !== null) return countOf(place);
      continue;
    }
    for (let at = 0; at < BYTES_PER_BLOCK; at += BYTES_PER_CANDIDATE) {
      const place = accept(new DataView(bytes.buffer).getBigUint64(at), size);
      if (place !== null) return place;
    }
  }
  throw new Error('1024 candidates in a row were rejected, which does not happen with a sound hash');
}

/**
 * Rejection sampling: takes as many low bits as `size - 1` has, or null if they name no option. Every option has
 * exactly one value of those bits, so all are equally likely.
 */
export function accept(candidate: bigint, size: number): number | null {
  const place = lowestBits(candidate, BigInt(size));
  return place === null ? null : Number(place);
}

function lowestBits(candidate: bigint, size: bigint): bigint | null {
  const bits = size <= 1n ? 0 : (size - 1n).toString(2).length;
  const place = BigInt.asUintN(bits, candidate);
  return place < size ? place : null;
}

function checkSize(size: Count): void {
  const isFine =
    typeof size === 'number'
      ? Number.isInteger(size) && size >= 1 && size <= LARGEST_SIZE
      : isCount(size) && BigInt(size) <= LARGEST_OF_ALL;
  if (isFine) return;
  const most = typeof size === 'number' ? '2^53' : '2^256';
  throw new RangeError(`a draw has from 1 to ${most} options, not ${size}`);
}
