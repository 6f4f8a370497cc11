import { commitmentToEnvelope } from './commitment.ts';
import { faultOf, type Envelope } from './envelope.ts';
import { open, type Outside } from './open.ts';
import { sealEnvelope, type SealedSubmission } from './seal.ts';

/** Rules reveal a submission by publishing its envelope, nonce included. */
type Revealed = Envelope;

export type RevealVerdict = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Checks a revealed envelope against the commitment in the post. */
export async function checkReveal(revealed: unknown, commitment: string): Promise<RevealVerdict> {
  const fault = faultOf(revealed);
  if (fault !== null) return { ok: false, why: `the revealed text is not an envelope: ${fault}` };
  const made = await commitmentToEnvelope(revealed as Revealed);
  return made === commitment
    ? { ok: true }
    : { ok: false, why: 'the revealed text is not the one that was sent' };
}

/**
 * Seals a submission again for a new receiver. The old receiver does this when handing over, or the sender if the old
 * key is lost. The commitment stays, so it remains the same submission with its time.
 */
export async function reseal(
  identities: string | readonly string[],
  text: string,
  outside: Outside,
  recipient: string,
): Promise<SealedSubmission> {
  return sealEnvelope(recipient, await open(identities, text, outside));
}
