// The text of a part of the journal. The first row names the line before the part. Each other row has only what doesn't follow from
// earlier rows: the line's number, the event, the words, and the start of its hash, which is enough to find the first changed line. Full
// hashes and salts can't be compressed and would be two thirds of a journal, so they are computed on reading.
import { z } from 'zod';
import {
  digestOfWords,
  hashOfLine,
  hashSchema,
  journalLineSchema,
  sha256,
  wordsSchema,
  type JournalLine,
} from './line.ts';

/** The mark up to which the forge had been read, in the last line of an append, or `true` if the mark has a file of its own. */
export type Read = string | null | true;

export interface PartStart {
  /** The last line before the part. */
  readonly after: { readonly n: number; readonly hash: string };
  /**
   * The secret from which the salts of the part's words are derived. Absent after a redaction, because the removed words could be guessed
   * with it.
   */
  readonly salt?: string | undefined;
  /** The ids of earlier events that were seen before their own time. */
  readonly ahead?: readonly string[] | undefined;
}

export interface Row {
  readonly line: JournalLine;
  /** Set for the last line of an append. */
  readonly read?: Read | undefined;
}

export interface JournalPart {
  /** The text from which it was read. */
  readonly text?: string;
  readonly start: PartStart;
  readonly rows: readonly Row[];
}

const startSchema = z.strictObject({
  after: z.strictObject({ n: z.int().nonnegative(), hash: hashSchema }),
  salt: z.string().min(16).optional(),
  ahead: z.array(z.string()).optional(),
});

const saidSchema = z.strictObject({
  salt: z.string().min(16).optional(),
  title: z.string().optional(),
  text: z.string().optional(),
});

const rowSchema = journalLineSchema.omit({ prev: true, words: true }).extend({
  words: z.union([saidSchema, wordsSchema]).optional(),
  hash: z.string().regex(/^[0-9a-f]{6}$/u, 'the first six digits of a hash'),
  read: z.union([z.string(), z.null(), z.literal(true)]).optional(),
});

const SHORT = 6;

export function saltOf(partSalt: string, n: number): string {
  return sha256(`${n} ${partSalt}`).slice(0, 32);
}

export function writeStart(start: PartStart): string {
  return `${JSON.stringify(start)}\n`;
}

/** Writes a line without what can be derived from the part's start. */
export function writeRow({ line, read }: Row, { salt }: PartStart): string {
  const { n, id, at, seen, event, words, digest, hash } = line;
  const said =
    words === undefined ? {} : wordsToWrite(words, digest, salt === undefined ? null : saltOf(salt, n));
  const tail = read === undefined ? {} : { read };
  return `${JSON.stringify({ n, id, at, seen, event, ...said, hash: hash.slice(0, SHORT), ...tail })}\n`;
}

function wordsToWrite(
  words: NonNullable<JournalLine['words']>,
  digest: string | undefined,
  derived: string | null,
): object {
  if ('redacted' in words) return { words, digest };
  const { salt, ...rest } = words;
  return { words: salt === derived ? rest : words };
}

export function writePart({ start, rows }: JournalPart): string {
  return writeStart(start) + rows.map((row) => writeRow(row, start)).join('');
}

/**
 * Reads a part without verifying it; verifyJournal does that. A changed line gets a hash that doesn't match. A part that has grown since it
 * was read last is read on from there.
 */
export function parsePart(text: string, last?: JournalPart): JournalPart {
  const known = last?.text !== undefined && text.startsWith(last.text) ? last : undefined;
  const all = text.slice(known?.text?.length ?? 0).split('\n');
  if (all.pop() !== '') throw new SyntaxError('a part of the journal is cut off');
  const start = known?.start ?? parseStart(all.shift());
  const rows = [...(known?.rows ?? [])];
  let before = rows.at(-1)?.line ?? start.after;
  for (const row of all) {
    const read = expand({ ...(JSON.parse(row) as Written) }, before, start.salt);
    rows.push(read);
    before = read.line;
  }
  return { text, start, rows };
}

/** The start of a part, and the mark in its last row, without reading the rows between. */
export function endsOf(text: string): { readonly start: PartStart; readonly read: Read | undefined } {
  const all = text.trimEnd().split('\n');
  const { read } = rowSchema.safeParse(JSON.parse(all.at(-1) ?? '')).data ?? {};
  return { start: parseStart(all[0]), read };
}

function parseStart(row = ''): PartStart {
  return startSchema.parse(JSON.parse(row));
}

/** Reads the start of a part for verifying, or returns null if it is malformed. */
export function checkStart(row: string): PartStart | null {
  try {
    return parseStart(row);
  } catch {
    return null;
  }
}

/** Reads a row for verifying, or returns null if it is malformed. */
export function checkRow(text: string, before: PartStart['after'], salt: string | undefined): Row | null {
  try {
    return expand(rowSchema.parse(JSON.parse(text)), before, salt);
  } catch {
    return null;
  }
}

type Written = z.infer<typeof rowSchema>;

function expand(
  { words, digest, hash: short, read, ...rest }: Written,
  before: PartStart['after'],
  partSalt: string | undefined,
): Row {
  const covered = wordsAgain(words, digest, partSalt === undefined ? undefined : saltOf(partSalt, rest.n));
  const line = { ...rest, ...covered, prev: before.hash };
  const hash = hashOfLine(line);
  return {
    line: { ...line, hash: hash.slice(0, SHORT) === short ? hash : short },
    ...(read === undefined ? {} : { read }),
  };
}

function wordsAgain(
  said: Written['words'],
  digest: string | undefined,
  derived: string | undefined,
): Pick<JournalLine, 'words' | 'digest'> {
  // People may have pushed anything here, so nothing about its shape is certain.
  if (typeof said !== 'object' || said === null) return digest === undefined ? {} : { digest };
  if ('redacted' in said) return { words: said, ...(digest === undefined ? {} : { digest }) };
  const { salt = derived ?? '', ...rest } = said;
  const words = { salt, ...rest };
  return { words, digest: digestOfWords(words) };
}

/** The branch with the journal and the paths on it. */
export const journalBranch = 'journal';
/** The mark up to which the forge was read, if it is too long for a line. */
export const markPath = 'mark';
export const readmePath = 'README.md';

/**
 * Returns `2030/lines-2030-06-1.log`. Git looks for similar files by the last sixteen characters of a name, and weighs the last ones most:
 * with the year further from the end, a journal of twenty years took six times the space.
 */
export function closedPathOf(segment: string): string {
  return `${segment.slice(0, 4)}/${openPathOf(segment)}`;
}

/** The path of the current part. It is at the top, since each append rewrites all folders above it. */
export function openPathOf(segment: string): string {
  return `lines-${segment.slice(0, 8)}${Number(segment.slice(8))}.log`;
}

/** `lines-2030-06-1.log` → `2030-06-0001`; null for other files. */
export function segmentAt(name: string): string | null {
  const [, month, part = ''] = /^lines-(\d{4}-\d\d)-(\d{1,4})\.log$/u.exec(name) ?? [];
  return month === undefined ? null : `${month}-${part.padStart(4, '0')}`;
}
