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

/** A text without what is sealed and without hashes: in such noise any three letters stand by chance. */
export const legible = (text: string): string =>
  text
    .replace(/-----BEGIN AGE ENCRYPTED FILE-----.*?-----END AGE ENCRYPTED FILE-----/gsu, '')
    .replace(/\b[0-9a-f]{16,}\b/gu, '');

export function ballot(changes: Partial<Omit<Envelope, 'v' | 'nonce'>> = {}): Envelope {
  const params = { first: 'r1-1', second: 'r1-2', third: 'r1-3' };
  return newEnvelope({ ...OUTSIDE, submission: 'ballot', serial: 1, params, ...changes });
}
