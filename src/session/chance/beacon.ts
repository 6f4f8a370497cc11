import { fromHex } from '#platform/bytes.ts';
import { hexDigest, digest } from '#platform/hash.ts';
import { verifyOver, type RecordedDraw, type Verification } from './committed-seed.ts';
import { sourceOver, type BeaconProof, type DrawSource } from './source.ts';
import { toTime } from '../../kernel/time.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { bls12_381 } from '@noble/curves/bls12-381.js';

/** A public chain of random values, one every few seconds, each signed by many parties together. */
export interface BeaconChain {
  /** The hash of the chain's parameters, which is its name. */
  readonly hash: string;
  /** Hex, compressed, a point of G2. */
  readonly publicKey: string;
  readonly periodSeconds: number;
  /** Unix time of round 1, in seconds. */
  readonly genesisSeconds: number;
}

export interface BeaconRound {
  readonly round: number;
  /** Hex: the SHA-256 of the signature. */
  readonly randomness: string;
  /** Hex, compressed, a point of G1. */
  readonly signature: string;
}

/** The source of rounds. Every round is verified before it is used. */
export interface Beacon {
  readonly chain: BeaconChain;
  round(round: number): Promise<BeaconRound>;
}

/** drand's "quicknet": a round every three seconds, each verifiable by itself. */
export const QUICKNET: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c92' +
    '1cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: 3,
  genesisSeconds: 1692803367,
};

/**
 * The first round published after an action was posted. Nobody knew it at that time, and nobody can choose another
 * one. A round published in that very second may have been known, so it doesn't count.
 */
export function firstRoundAfter(chain: BeaconChain, postedAt: string): number {
  const posted = Date.parse(postedAt) / 1000;
  if (!Number.isFinite(posted)) throw new BeaconError('no-time', `${JSON.stringify(postedAt)} is not a time`);
  if (posted < chain.genesisSeconds) return 1;
  return Math.floor((posted - chain.genesisSeconds) / chain.periodSeconds) + 2;
}

/** When a round is published, as a UTC time. */
export function timeOfRound(chain: BeaconChain, round: number): string {
  const seconds = chain.genesisSeconds + (round - 1) * chain.periodSeconds;
  return toTime(seconds * 1000);
}

/** Whether the chain's parties signed the round. */
export function verifyRound(chain: BeaconChain, value: BeaconRound): Verification {
  if (!/^[0-9a-f]{96}$/.test(value.signature)) return { ok: false, why: 'the signature is malformed' };
  const hash = hexDigest('sha256', fromHex(value.signature));
  if (hash !== value.randomness)
    return { ok: false, why: 'the random value is not the hash of the signature' };
  if (!isSignedRound(chain.publicKey, value)) {
    return { ok: false, why: `the signature is not the chain's for round ${value.round}` };
  }
  return { ok: true };
}

/** The draws from a round, after checking that it is the right one and signed. */
export function sourceOfRound(
  chain: BeaconChain,
  round: number,
  value: BeaconRound,
  purpose: string,
): DrawSource {
  if (value.round !== round) {
    throw new BeaconError('other-round', `asked for round ${round}, the beacon answered with ${value.round}`);
  }
  const verdict = verifyRound(chain, value);
  if (!verdict.ok)
    throw new BeaconError('unverified', `round ${round} of the beacon can't be used: ${verdict.why}`);
  const { randomness, signature } = value;
  const about = { from: 'beacon', chain: chain.hash, round, randomness, signature, purpose } as const;
  return sourceOver<BeaconProof>(fromHex(randomness), about);
}

/** Whether recorded draws follow from the right round. Needs no network. */
export function verifyBeaconDraws(
  chain: BeaconChain,
  proof: BeaconProof,
  postedAt: string,
  draws: readonly RecordedDraw[],
): Verification {
  if (proof.chain !== chain.hash) return { ok: false, why: 'the proof is about another chain' };
  const due = firstRoundAfter(chain, postedAt);
  if (proof.round !== due)
    return { ok: false, why: `round ${due} was due, and round ${proof.round} was used` };
  const verdict = verifyRound(chain, proof);
  return verdict.ok ? verifyOver(fromHex(proof.randomness), proof, draws) : verdict;
}

type BeaconErrorCode = 'no-time' | 'not-yet' | 'unreachable' | 'malformed' | 'other-round' | 'unverified';

/** The beacon could not be used. Trying again later may help, except for `unverified` and `other-round`. */
export class BeaconError extends CodedError<BeaconErrorCode> {}

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
function isSignedRound(
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
