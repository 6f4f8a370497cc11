import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import type { Envelope } from './envelope.ts';
import { newEnvelope } from './seal.ts';

async function newKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Keys for tests, new in every run. */
export const RECEIVER = await newKey();
export const SUCCESSOR = await newKey();

export const OUTSIDE = { game: 'salon', dynasty: 3, sender: 'ana' };

export function ballot(changes: Partial<Omit<Envelope, 'v' | 'nonce'>> = {}): Envelope {
  const params = { first: 'r1-1', second: 'r1-2', third: 'r1-3' };
  return newEnvelope({ ...OUTSIDE, submission: 'ballot', serial: 1, params, ...changes });
}
