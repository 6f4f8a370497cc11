import { faultOf, type Envelope, envelopeText } from './envelope.ts';
import { open, type Outside } from './open.ts';
import { sealEnvelope, type SealedSubmission } from './seal.ts';
import { canonical } from '../../kernel/values.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';

/** Rules reveal a submission by publishing its envelope, nonce included. */
type Revealed = Envelope;

export type RevealVerdict = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Checks a revealed envelope against the commitment in the post. */
export async function checkReveal(revealed: unknown, commitment: string): Promise<RevealVerdict> {
  const fault = faultOf(revealed);
  if (fault !== null) return { ok: false, why: `what was revealed is no envelope: ${fault}` };
  const made = await commitmentToEnvelope(revealed as Revealed);
  return made === commitment ? { ok: true } : { ok: false, why: 'what was revealed is not what was sent' };
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

const REVEAL = /^Revealed, as it was sealed:\s*\n+```json\n([\s\S]*?)\n```\s*$/u;

/** A post that reveals submissions. */
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

/** Published with the sealed text. It hides the envelope, and no other envelope fits it. */
export async function commitmentToEnvelope(envelope: Envelope): Promise<string> {
  return `sha256:${await hashOf(`gitnomic envelope\0${envelopeText(envelope)}`)}`;
}

/** Shows everybody which of the receiver's keys was used. */
export async function keyIdOf(recipient: string): Promise<string> {
  return (await hashOf(`gitnomic key\0${recipient.trim()}`)).slice(0, 16);
}

/** Published with a key's share; no other share fits it. */
export async function hashOfShare(commitment: string, share: string): Promise<string> {
  return `sha256:${await hashOf(`gitnomic share\0${commitment}\0${share}`)}`;
}

/** Web Crypto, which browsers and Node share. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
