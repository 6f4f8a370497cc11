import { canonical } from '../../kernel/values.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import type { Verification } from '../chance/committed-seed.ts';
import { commitmentToEnvelope } from './commitment.ts';
import { faultOf, type Envelope } from './envelope.ts';
import { open, type Outside } from './open.ts';
import { sealEnvelope, type SealedSubmission } from './seal.ts';

const REVEAL = /^Revealed, as it was sealed:\s*\n+```json\n([\s\S]*?)\n```\s*$/u;

export function writeRevealed(envelopes: readonly Envelope[]): string {
  const list = envelopes.map((one) => canonical({ ...one })).join(',\n');
  return `Revealed, as it was sealed:\n\n\`\`\`json\n[\n${list}\n]\n\`\`\`\n`;
}

/** Null if the text is no such post. */
export function readRevealed(text: string): readonly unknown[] | null {
  const json = REVEAL.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (json === undefined) return null;
  const { value: list } = readWrittenJson(json);
  return Array.isArray(list) ? list : [];
}

export function isEnvelope(value: unknown): value is Envelope {
  return faultOf(value) === null;
}

/** Checks a revealed envelope, nonce included, against the commitment in the post. */
export async function checkReveal(revealed: unknown, commitment: string): Promise<Verification> {
  const fault = faultOf(revealed);
  if (fault !== null) return { ok: false, why: `the revealed text is not an envelope: ${fault}` };
  const made = await commitmentToEnvelope(revealed as Envelope);
  return made === commitment
    ? { ok: true }
    : { ok: false, why: 'the revealed text is not the one that was sent' };
}

/**
 * Seals a submission again for a new receiver. The old receiver does this when handing over, or the sender if the old
 * key is lost. The commitment stays, so it remains the same submission with its time.
 */
export async function reseal(
  identities: readonly string[],
  text: string,
  outside: Outside,
  recipient: string,
): Promise<SealedSubmission> {
  return sealEnvelope(recipient, await open(identities, text, outside));
}
