import { envelopeText, type Envelope } from './envelope.ts';

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
