import { createHmac } from 'node:crypto';
import { countOf, isCount, type Count } from '../../kernel/count.ts';

/** The largest number of options that a draw of one candidate of 8 bytes may have: all whole numbers up to it are exact. */
export const LARGEST_SIZE = 2 ** 53;
/** Beyond it a whole block is the candidate, and that ends here. */
const LARGEST_OF_ALL = 2n ** 256n;

const BYTES_PER_CANDIDATE = 8;
const BYTES_PER_BLOCK = 32;

/**
 * The place, from 0, that a seed gives to one draw among `size` options, each equally likely. The same arguments
 * give the same place for ever and anywhere, so whoever knows the seed can check a draw.
 *
 * Block b of a draw is HMAC-SHA256(key: seed, message: purpose, NUL, counter, NUL, b) in UTF-8, numbers in base ten;
 * its 32 bytes are four candidates of 8 bytes, most significant first. The first that `accept` takes is the draw. Where there
 * are more options than 2^53, all 32 bytes are one candidate.
 */
export function uniformFrom(seed: Uint8Array, purpose: string, counter: number, size: number): number;
export function uniformFrom(seed: Uint8Array, purpose: string, counter: number, size: Count): Count;
export function uniformFrom(seed: Uint8Array, purpose: string, counter: number, size: Count): Count {
  checkSize(size);
  if (!Number.isSafeInteger(counter) || counter < 0)
    throw new RangeError(`a draw is counted from 0, not ${counter}`);
  if (purpose.includes('\0')) throw new RangeError('the purpose of a draw must not hold a NUL');
  // Each candidate is taken with a chance above one half, so this ends; the bound only says so to the reader.
  for (let block = 0; block < 256; block++) {
    const bytes = createHmac('sha256', seed).update(`${purpose}\0${counter}\0${block}`, 'utf8').digest();
    if (typeof size === 'string') {
      const place = lowestBits(BigInt(`0x${bytes.toString('hex')}`), BigInt(size));
      if (place !== null) return countOf(place);
      continue;
    }
    for (let at = 0; at < BYTES_PER_BLOCK; at += BYTES_PER_CANDIDATE) {
      const place = accept(bytes.readBigUInt64BE(at), size);
      if (place !== null) return place;
    }
  }
  throw new Error('1024 candidates in a row were rejected, which does not happen with a sound hash');
}

/**
 * Rejection sampling: the lowest bits of a candidate, as many as `size - 1` has, if they name an option; otherwise
 * null. Every option is named by exactly one value of those bits, so none is likelier than another.
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
