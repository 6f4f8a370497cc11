import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';

import { BeaconError } from './beacon-error.ts';
import { messageOfRound } from './beacon-signature.ts';
import type { Beacon, BeaconChain } from './beacon.ts';

const scheme = bls12_381.shortSignatures;

/**
 * A chain made on this machine, for tests and for play without a network: signed as drand's is, but by one party,
 * who could know its rounds beforehand. So it shows that the machinery works, and not that nobody cheated.
 */
export function localBeacon(options: {
  secret: Uint8Array;
  genesis: string;
  periodSeconds?: number;
}): Beacon {
  const secretKey = createHash('sha256').update('gitnomic local beacon\0').update(options.secret).digest();
  // The highest bits go, so that the number lies below the order of the curve.
  secretKey[0] = (secretKey[0] ?? 0) & 0x3f;
  const publicKey = scheme.getPublicKey(secretKey).toHex(true);
  const periodSeconds = options.periodSeconds ?? 3;
  const genesisSeconds = Date.parse(options.genesis) / 1000;
  const hash = createHash('sha256').update(`${publicKey}/${periodSeconds}/${genesisSeconds}`).digest('hex');
  const chain: BeaconChain = { hash, publicKey, periodSeconds, genesisSeconds };
  return {
    chain,
    async round(round) {
      if (!Number.isSafeInteger(round) || round < 1)
        throw new BeaconError('not-yet', `there is no round ${round}`);
      const signature = scheme.sign(messageOfRound(round), secretKey).toHex(true);
      const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
      return { round, randomness, signature };
    },
  };
}
