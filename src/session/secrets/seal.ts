import { armor, Encrypter } from 'age-encryption';

import { commitmentToEnvelope, keyIdOf } from './commitment.ts';
import { faultOf, envelopeText, type Envelope } from './envelope.ts';
import { SealError } from './seal-error.ts';
import { formatSealed, type Sealed } from './sealed-text.ts';

// This module and its imports also run in browsers; a test bundles them to make sure.

/** Sealed lengths are rounded up to a multiple of this, so that they reveal little. */
const PADDED_TO_BYTES = 512;

export interface SealedSubmission {
  readonly text: string;
  readonly sealed: Sealed;
  /** The sender's receipt, with which they can prove what they sent or seal it again to a new key. */
  readonly envelope: Envelope;
}

/** Adds version, nonce and empty public words. */
export function newEnvelope(
  content: Omit<Envelope, 'v' | 'nonce' | 'open'> & { open?: Envelope['open'] },
): Envelope {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { v: 1, ...content, open: content.open ?? {}, nonce };
}

/**
 * Seals an envelope to a receiver. `alsoTo` are more keys that can open it, such as the sender's; only the receiver's
 * is named in public.
 */
export async function sealEnvelope(
  recipient: string,
  envelope: Envelope,
  alsoTo: readonly string[] = [],
): Promise<SealedSubmission> {
  const fault = faultOf(envelope);
  if (fault !== null) throw new SealError('bad-envelope', `this can't be sealed: ${fault}`);
  const armored = await encryptTo([recipient, ...alsoTo], envelopeText(envelope));
  const [key, commitment] = await Promise.all([keyIdOf(recipient), commitmentToEnvelope(envelope)]);
  const sealed: Sealed = { submission: envelope.submission, open: envelope.open, key, commitment, armored };
  return { text: formatSealed(sealed), sealed, envelope };
}

export function isPublicKey(recipient: string): boolean {
  try {
    new Encrypter().addRecipient(recipient.trim());
    return true;
  } catch {
    return false;
  }
}

export async function encryptTo(recipients: readonly string[], text: string): Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient.trim());
    } catch (cause) {
      throw new SealError(
        'no-recipient',
        `"${recipient.slice(0, 20)}" is no public key; one begins with "age1"`,
        { cause },
      );
    }
  }
  return armor.encode(await encrypter.encrypt(padded(text)));
}

/** Pads with spaces, which mean nothing after JSON. */
function padded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const result = new Uint8Array(Math.ceil(bytes.length / PADDED_TO_BYTES) * PADDED_TO_BYTES).fill(0x20);
  result.set(bytes);
  return result;
}
