// The text of a part of the journal. A first row says which line the part follows on; of each line the rest has only what does
// not follow from those before it: its number, what happened, the words, and the start of its hash, by which the first line that
// was changed can be told. Hashes and salts in full can’t be pressed, and would take two thirds of a journal; they are
// made again as it is read. Engines before this one wrote whole lines, and those are read as they are.
import { z } from 'zod';

import {
  digestOfWords,
  hashOfLine,
  hashSchema,
  journalLineSchema,
  sha256,
  wordsSchema,
  writeLine,
  type JournalLine,
} from './line.ts';

/** The mark up to which the forge had been read, in the last line of an append; `true` where it has a file of its own. */
export type Read = string | null | true;

export interface PartStart {
  /** The last line before the part. */
  readonly after: { readonly n: number; readonly hash: string };
  /** Of it the salts of the part's words are made; none where words were taken out, since it would tell theirs. */
  readonly salt?: string | undefined;
  /** Ids of earlier events whose time was later than when they were seen. */
  readonly ahead?: readonly string[] | undefined;
}

export interface Row {
  readonly line: JournalLine;
  /** Set for the last line of an append. */
  readonly read?: Read | undefined;
}

export interface JournalPart {
  /** Null for one that an older engine wrote. */
  readonly start: PartStart | null;
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

/** A line of a part, whose start says of what its salt is made. */
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
  if (start === null) return rows.map(({ line }) => writeLine(line)).join('');
  return writeStart(start) + rows.map((row) => writeRow(row, start)).join('');
}

/** Lines were checked when they were written: verifyJournal looks again, reading them does not. One that was changed has no hash of a line. */
export function parsePart(text: string): JournalPart {
  const all = text.split('\n').filter((row) => row !== '');
  const first = parseStart(all[0]);
  if (first === null)
    return { start: null, rows: all.map((row) => ({ line: JSON.parse(row) as JournalLine })) };
  const rows: Row[] = [];
  let before = first.after;
  for (const row of all.slice(1)) {
    const read = expand({ ...(JSON.parse(row) as Written) }, before, first.salt);
    rows.push(read);
    before = read.line;
  }
  return { start: first, rows };
}

/** The start of a part and what its last row says of the forge, without the lines between. */
export function endsOf(text: string): { readonly start: PartStart | null; readonly read: Read | undefined } {
  const all = text.trimEnd().split('\n');
  const { read } = rowSchema.safeParse(JSON.parse(all.at(-1) ?? '')).data ?? {};
  return { start: parseStart(all[0]), read };
}

export function parseLines(text: string): readonly JournalLine[] {
  return parsePart(text).rows.map(({ line }) => line);
}

/** The first row of a part; null where it is a line, as in parts that engines before this one wrote. */
function parseStart(row: string | undefined): PartStart | null {
  const value: unknown = row === undefined ? null : JSON.parse(row);
  return startSchema.safeParse(value).data ?? null;
}

/** The start of a part, for verifying; null where a row is none. */
export function checkStart(row: string): PartStart | null {
  try {
    return parseStart(row);
  } catch {
    return null;
  }
}

/** A line of a part, for verifying; null where a row is none. */
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
  // Of what somebody else wrote nothing is certain.
  if (typeof said !== 'object' || said === null) return digest === undefined ? {} : { digest };
  if ('redacted' in said) return { words: said, ...(digest === undefined ? {} : { digest }) };
  const { salt = derived ?? '', ...rest } = said;
  const words = { salt, ...rest };
  return { words, digest: digestOfWords(words) };
}
