import { bls12_381 } from '@noble/curves/bls12-381.js';

import { fromHex } from '#platform/bytes.ts';
import { digest } from '#platform/hash.ts';

/** drand's scheme `bls-unchained-g1-rfc9380`: keys in G2, signatures in G1, the message is the round's number. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const scheme = bls12_381.shortSignatures;

type Message = ReturnType<typeof scheme.hash>;

/** The point signed for a round: the hash of its number as eight big-endian bytes. */
export function messageOfRound(round: number): Message {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  return scheme.hash(digest('sha256', number), DOMAIN);
}

/** Whether this key has signed the round; malformed input is not a signature. */
export function isSignedRound(
  publicKey: string,
  value: { readonly round: number; readonly signature: string },
): boolean {
  if (!Number.isSafeInteger(value.round) || value.round < 1) return false;
  try {
    const key = fromHex(publicKey);
    return scheme.verify(fromHex(value.signature), messageOfRound(value.round), key);
  } catch {
    // The library throws if the bytes are no point on the curve.
    return false;
  }
}
