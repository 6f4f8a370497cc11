import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';

/** drand's scheme `bls-unchained-g1-rfc9380`: keys in G2, signatures in G1, the message is the round's number. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const scheme = bls12_381.shortSignatures;

type Message = ReturnType<typeof scheme.hash>;

/** The point signed for a round: the hash of its number as eight big-endian bytes. */
export function messageOfRound(round: number): Message {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  return scheme.hash(createHash('sha256').update(number).digest(), DOMAIN);
}

/** Whether this key has signed the round; malformed input is not a signature. */
export function isSignedRound(
  publicKey: string,
  value: { readonly round: number; readonly signature: string },
): boolean {
  if (!Number.isSafeInteger(value.round) || value.round < 1) return false;
  try {
    const key = Buffer.from(publicKey, 'hex');
    return scheme.verify(Buffer.from(value.signature, 'hex'), messageOfRound(value.round), key);
  } catch {
    // The library throws if the bytes are no point on the curve.
    return false;
  }
}
