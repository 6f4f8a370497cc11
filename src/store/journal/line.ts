import { z } from 'zod';

import { hexDigest } from '#platform/hash.ts';

import { BOUNDS, cutTo } from '../../kernel/bounds.ts';
import { forgeEventSchema, oidSchema, type ForgeEvent } from '../../forge/events.ts';
import { canonical } from '../../kernel/values.ts';
import { ownWords } from '../../ruleset/own-words.ts';
import { timeSchema } from '../../ruleset/schema/parts.ts';

export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/u, 'a SHA-256 in 64 hexadecimal digits');

/** A person’s own words, stored apart from the rest so that they can be removed. The salt prevents guessing them from their digest. */
export const wordsSchema = z.union([
  z.strictObject({ salt: z.string().min(16), title: z.string().optional(), text: z.string().optional() }),
  z.strictObject({ redacted: z.literal(true), title: z.null().optional(), text: z.null().optional() }),
]);

/** The journal's own event: its earlier lines were lost, and a new journal begins. */
const restoredSchema = z.strictObject({
  type: z.literal('journal-restored'),
  lost: z.strictObject({ n: z.int().nonnegative(), hash: hashSchema, commit: oidSchema }),
});

export const segmentSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d{4}$/u, 'a part of a month such as 2021-06-0001');

export const journalLineSchema = z.strictObject({
  n: z.int().positive(),
  id: z.string().min(1),
  /** The forge's time. */
  at: timeSchema,
  /** When the engine saw it. */
  seen: timeSchema,
  /** The event without its id, time and words. */
  event: z.looseObject({ type: z.string() }),
  words: wordsSchema.optional(),
  /** The digest of the words. The hash covers it, so it stays when the words are removed. */
  digest: hashSchema.optional(),
  prev: hashSchema,
  hash: hashSchema,
});

export type JournalLine = z.infer<typeof journalLineSchema>;
export type Restored = z.infer<typeof restoredSchema>;
type Words = z.infer<typeof wordsSchema>;

export const genesisHash = '0'.repeat(64);

/** Hashes in one call, since reading a journal needs three hashes per line. */
export function sha256(text: string): string {
  return hexDigest('sha256', text);
}

export function hashOfLine({ n, id, at, seen, event, digest, prev }: Omit<JournalLine, 'hash'>): string {
  return sha256(canonical([n, id, at, seen, event, digest ?? null, prev]));
}

export function digestOfWords(words: Words): string {
  return sha256(canonical(words));
}

export interface LinePlace {
  readonly n: number;
  readonly prev: string;
  readonly seen: string;
  readonly salt: string;
}

/** Makes a line of an event: `{type: 'commented', text: 'Aye', …}` becomes an event without text, and words with it. */
export function lineOf(happened: ForgeEvent, { n, prev, seen, salt }: LinePlace): JournalLine {
  const { id, at, ...rest } = happened;
  const { title, text, ...plain } = rest as Record<string, unknown> & { type: string };
  const isMarked = VOTED_BY.has(plain.type) && typeof text === 'string' && ownWords(text) !== text;
  const event = isMarked ? { ...plain, marked: true } : plain;
  const words = wordsOf(salt, title, text);
  const covered = words === null ? {} : { words, digest: digestOfWords(words) };
  const line = { n, id, at, seen, event: event, ...covered, prev };
  return { ...line, hash: hashOfLine(line) };
}

function wordsOf(salt: string, title: unknown, text: unknown): Words | null {
  if (typeof title !== 'string' && typeof text !== 'string') return null;
  return {
    salt,
    ...(typeof title === 'string' ? { title: cutTo(title, BOUNDS.title.read) } : {}),
    // A forge may count characters differently, so its limit of 65,536 can be twice as many here.
    ...(typeof text === 'string' ? { text: cutTo(text, BOUNDS.forgeText.read) } : {}),
  };
}

export function restoredLine(
  lost: Restored['lost'],
  { prev, n, seen }: Omit<LinePlace, 'salt'>,
): JournalLine {
  const event = { type: 'journal-restored', lost };
  const line = { n, id: `journal-restored-${lost.n}-${lost.hash.slice(0, 12)}`, at: seen, seen, event, prev };
  return { ...line, hash: hashOfLine(line) };
}

/** The event as the forge sent it; removed words are empty. Null for the journal's own events. */
export function eventOf({ id, at, event, words }: JournalLine): ForgeEvent | null {
  if (event.type === 'journal-restored') return null;
  const said = words === undefined ? {} : readWords(words);
  return { id, at, ...event, ...said } as ForgeEvent;
}

/** Events whose words may contain votes. */
const VOTED_BY: ReadonlySet<string> = new Set<ForgeEvent['type']>(['commented', 'reviewed']);

function readWords(words: Words): { title?: string; text?: string } {
  return {
    ...(words.title === undefined ? {} : { title: words.title ?? '' }),
    ...(words.text === undefined ? {} : { text: words.text ?? '' }),
  };
}

/** True if a line contains an event that a forge could have sent. */
export function isSoundEvent(line: JournalLine): boolean {
  const event = eventOf(line);
  return event === null
    ? restoredSchema.safeParse(line.event).success
    : forgeEventSchema.safeParse(event).success;
}
