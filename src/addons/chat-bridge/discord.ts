import { ed25519 } from '@noble/curves/ed25519.js';
import { z } from 'zod';

import { concat, fromHex, utf8 } from '#platform/bytes.ts';

import type { Wording } from '../../language/wording.ts';
import { CHAT_COMMANDS, type ChatCall } from './chat-commands.ts';

/** A raw Ed25519 key; null if the text is not one of 32 bytes in hexadecimal. */
export function keyFrom(hex: string): Uint8Array | null {
  return /^[0-9a-f]{64}$/iu.test(hex) ? fromHex(hex) : null;
}

export function isSigned(key: Uint8Array, message: Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{128}$/iu.test(signature)) return false;
  try {
    return ed25519.verify(fromHex(signature), message, key, { zip215: false });
  } catch {
    // The library throws if the key is no point on the curve.
    return false;
  }
}

const FRESH_MS = 5 * 60_000;

/** Accepts each signed request once, and only while it is fresh. */
export class SignedRequests {
  readonly #key: Uint8Array;
  readonly #clockMs: () => number;
  readonly #seen = new Map<string, number>();

  constructor(key: Uint8Array, clockMs: () => number = () => Date.now()) {
    this.#key = key;
    this.#clockMs = clockMs;
  }

  take(timestamp: string, body: Uint8Array, signature: string): boolean {
    const now = this.#clockMs();
    const atMs = /^\d{1,12}$/u.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
    if (!(Math.abs(now - atMs) <= FRESH_MS)) return false;
    if (!isSigned(this.#key, concat([utf8(timestamp), body]), signature)) return false;
    for (const [old, until] of this.#seen) if (until < now) this.#seen.delete(old);
    // Normalised, since a signature can be written in upper or lower case.
    const mark = signature.toLowerCase();
    if (this.#seen.has(mark)) return false;
    this.#seen.set(mark, atMs + 2 * FRESH_MS);
    return true;
  }
}

const PING = 1;
const COMMAND = 2;
const userSchema = z.object({ id: z.string().regex(/^\d{1,25}$/u) });
const interactionSchema = z.object({
  type: z.number(),
  application_id: z
    .string()
    .regex(/^\d{1,25}$/u)
    .optional(),
  token: z
    .string()
    .regex(/^[\w-]{1,400}$/u)
    .optional(),
  data: z
    .object({
      name: z.string(),
      options: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })).default([]),
    })
    .optional(),
  member: z.object({ user: userSchema }).optional(),
  user: userSchema.optional(),
});

export interface Interaction extends ChatCall {
  /** The address for the answer, because the chat waits only three seconds; null if the request has none. */
  readonly later: string | null;
}

/** Parses an interaction; null if it is nothing that is offered here. */
export function readInteraction(body: unknown): Interaction | 'ping' | null {
  const read = interactionSchema.safeParse(body);
  if (!read.success) return null;
  const { type, data, member, user = member?.user, application_id: application, token } = read.data;
  if (type === PING) return 'ping';
  if (type !== COMMAND || data === undefined || user === undefined) return null;
  const words = Object.fromEntries(data.options.map(({ name, value }) => [name, String(value)]));
  const isNamed = application !== undefined && token !== undefined;
  const later = isNamed ? `webhooks/${application}/${token}/messages/@original` : null;
  return { account: `discord ${user.id}`, name: data.name, words, later };
}

export const PONG = { type: 1 };
const MESSAGE = 4;
const FOR_THEM_ALONE = 64;
const LONGEST = 2_000;

export const API = 'https://discord.com/api/v10/';
/** Sent at once, to announce that the answer follows. */
export const LATER = { type: 5, data: { flags: FOR_THEM_ALONE } };

/** An answer that only the sender sees, and in which no name pings anybody. */
export function answerInChat(content: string): { readonly type: number; readonly data: object } {
  const short = content.length <= LONGEST ? content : `${content.slice(0, LONGEST - 1)}…`;
  return { type: MESSAGE, data: { content: short, flags: FOR_THEM_ALONE, allowed_mentions: { parse: [] } } };
}

const TEXT_OPTION = 3;

/** The commands in the form that the chat's registration expects. */
export function commandsToRegister({ say }: Wording): readonly object[] {
  return Object.entries(CHAT_COMMANDS).map(([name, { about, words }]) => ({
    name,
    description: about(say),
    options: words.map((word) => ({
      type: TEXT_OPTION,
      name: word.replace('?', ''),
      description: word.replace('?', ''),
      required: !word.endsWith('?'),
    })),
  }));
}
