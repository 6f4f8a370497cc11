import { z } from 'zod';
import {
  ForgeError,
  atSchema,
  forgeEventSchema,
  kindSchema,
  oidSchema,
  personSchema,
  type ForgeEvent,
} from '../events.ts';
import { concat, utf8 } from '#platform/bytes.ts';
import type { Disk } from '../../repository/disk.ts';

const done = { id: z.string().min(1), at: atSchema };

/** Records for the forge itself. People's acts are events and are logged unchanged. */
const ownRecordSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('begun'), ...done, forge: z.string().min(1) }),
  z.strictObject({
    type: z.literal('engine-said'),
    ...done,
    post: z.string(),
    key: z.string(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('engine-labelled'),
    ...done,
    post: z.string(),
    labels: z.array(z.string()),
  }),
  /** Each is one line, so that a kill leaves all of it or nothing. Observers see `opened` and `closed`. */
  z.strictObject({
    type: z.literal('engine-posted'),
    ...done,
    by: personSchema,
    post: z.string(),
    key: z.string(),
    kind: kindSchema,
    title: z.string(),
    text: z.string(),
  }),
  z.strictObject({ type: z.literal('engine-settled'), ...done, by: personSchema, post: z.string() }),
  /** Written before and after main moves. If main is at a commit that neither names, somebody else moved it. */
  z.strictObject({ type: z.literal('engine-moving'), ...done, to: oidSchema }),
  z.strictObject({ type: z.literal('engine-moved'), ...done, to: oidSchema }),
]);

type OwnRecord = z.infer<typeof ownRecordSchema>;
export type LogRecord = ForgeEvent | OwnRecord;

const logRecordSchema = z.discriminatedUnion('type', [forgeEventSchema, ownRecordSchema]);

/** A record as observers see it, or null if it concerns only the forge. */
export function toEvent(record: LogRecord): ForgeEvent | null {
  switch (record.type) {
    case 'begun':
    case 'engine-said':
    case 'engine-labelled':
    case 'engine-moving':
    case 'engine-moved':
      return null;
    case 'engine-posted': {
      const { key: _, ...post } = record;
      return { ...post, type: 'opened', head: null };
    }
    case 'engine-settled':
      return { ...record, type: 'closed' };
    default:
      return record;
  }
}

/** Checks a record before it is appended. An invalid one is the caller's mistake. */
export function checkRecord(record: LogRecord): LogRecord {
  const checked = logRecordSchema.safeParse(record);
  if (checked.success) return checked.data;
  const wrong = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new ForgeError('bad-request', `The forge takes no such ${record.type}: ${wrong}.`, { record });
}

/** Parses a line of the log. It was validated when it was written, so it isn't validated again. */
function parseLogRecord(line: string): LogRecord | null {
  try {
    const record = JSON.parse(line) as LogRecord;
    return typeof record.id === 'string' && typeof record.type === 'string' ? record : null;
  } catch {
    return null;
  }
}

const newline = 0x0a;
const decoder = new TextDecoder();

export interface LogRead {
  readonly records: readonly LogRecord[];
  /** Where the next read begins: after the last complete line. */
  readonly offset: number;
}

/** Reads the complete lines from `offset` on. It needs no lock, because a line is complete once it has its newline. */
export async function readLog(disk: Disk, path: string, offset: number): Promise<LogRead> {
  const bytes = await disk.readFrom(path, offset);
  const end = bytes.lastIndexOf(newline) + 1;
  const lines = end === 0 ? [] : decoder.decode(bytes.subarray(0, end - 1)).split('\n');
  const records = lines.flatMap((line) => parseLogRecord(line) ?? []);
  if (records.length < lines.length) throw await brokenLog(disk, path, offset, lines);
  return { records, offset: offset + end };
}

async function brokenLog(disk: Disk, path: string, offset: number, lines: readonly string[]): Promise<Error> {
  const before = decoder.decode(await disk.readFrom(path, 0, offset)).split('\n');
  const line = before.length + lines.findIndex((one) => parseLogRecord(one) === null);
  let why = `${path}, line ${line} is no line of a forge's log. The lines before are intact.`;
  if (before.at(-1) !== '') why = `${path} was changed above line ${line}, up to which it had been read.`;
  const next =
    'Restore the file from a copy, or the game from a backup: `gitnomic doctor restore FROM FOLDER`.';
  return new ForgeError('log-broken', why, { path, line }, { next });
}

export function appendRecords(disk: Disk, path: string, records: readonly LogRecord[]): Promise<void> {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  return disk.append(path, utf8(lines.join('')));
}

/**
 * Moves an incomplete line from the log to a file beside it. The caller has the lock, so nobody else will complete it. The process that
 * began the line was killed before it could report success.
 */
export async function setTornAside(disk: Disk, path: string, end: number): Promise<void> {
  const torn = await disk.readFrom(path, end);
  if (torn.length === 0) return;
  // Copies first and deletes then, so that a kill in between can duplicate the line but never lose it.
  await disk.append(`${path}.torn`, concat([torn, utf8('\n')]));
  await disk.truncate(path, end);
}
