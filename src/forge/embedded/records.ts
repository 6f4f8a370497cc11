import { z } from 'zod';

import { ForgeError } from '../forge-error.ts';
import {
  atSchema,
  forgeEventSchema,
  kindSchema,
  oidSchema,
  personSchema,
  type ForgeEvent,
} from '../events.ts';

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
export function parseLogRecord(line: string, where: string): LogRecord {
  try {
    const record = JSON.parse(line) as LogRecord;
    if (typeof record.id === 'string' && typeof record.type === 'string') return record;
  } catch {
    // Reported below, with the place.
  }
  const message = `${where} is no line of a forge's log. Restore the file from a copy; the lines before are whole.`;
  throw new ForgeError('log-broken', message, { where });
}
