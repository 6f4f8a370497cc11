import { commitmentToEnvelope } from './commitment.ts';
import { faultOf, type Envelope } from './envelope.ts';
import { open, type Outside } from './open.ts';
import { sealEnvelope, type SealedSubmission } from './seal.ts';

/** The publication by which rules reveal a submission: the envelope as it is, its nonce included. */
type Revealed = Envelope;

export type RevealVerdict = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Whether what was revealed is what was sent: anybody can tell, from the commitment that stood in the post. */
export async function checkReveal(revealed: unknown, commitment: string): Promise<RevealVerdict> {
  const fault = faultOf(revealed);
  if (fault !== null) return { ok: false, why: `what was revealed is no envelope: ${fault}` };
  const made = await commitmentToEnvelope(revealed as Revealed);
  return made === commitment ? { ok: true } : { ok: false, why: 'what was revealed is not what was sent' };
}

/**
 * Seals what was sent once more, to the key of a new receiver: by the old receiver, who hands the office over, or by
 * the sender, where the old key is lost. The commitment stays, so it is still the same submission, of the same time.
 */
export async function reseal(
  identities: string | readonly string[],
  text: string,
  outside: Outside,
  recipient: string,
): Promise<SealedSubmission> {
  return sealEnvelope(recipient, await open(identities, text, outside));
}
