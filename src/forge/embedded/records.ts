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

/** Records for the forge itself; people's acts are events and stand in the log as they are. */
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
  /** One line each, so that a kill leaves all of it or nothing; to an observer they are `opened` and `closed`. */
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
  /** Before main moves, and after it did: main at a commit that neither names was moved by somebody else. */
  z.strictObject({ type: z.literal('engine-moving'), ...done, to: oidSchema }),
  z.strictObject({ type: z.literal('engine-moved'), ...done, to: oidSchema }),
]);

type OwnRecord = z.infer<typeof ownRecordSchema>;
export type LogRecord = ForgeEvent | OwnRecord;

const logRecordSchema = z.discriminatedUnion('type', [forgeEventSchema, ownRecordSchema]);

/** A record as an observer sees it, or null where it is the forge's own affair. */
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

/** Checks a record before it is appended: an impossible request is its caller's mistake, and the error says so. */
export function checkRecord(record: LogRecord): LogRecord {
  const checked = logRecordSchema.safeParse(record);
  if (checked.success) return checked.data;
  const wrong = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new ForgeError('bad-request', `The forge takes no such ${record.type}: ${wrong}.`, { record });
}

/** A line of the log. It was checked when it was written, so that reading it again needs no schema. */
export function parseLogRecord(line: string, where: string): LogRecord {
  try {
    const record = JSON.parse(line) as LogRecord;
    if (typeof record.id === 'string' && typeof record.type === 'string') return record;
  } catch {
    // Said below, with the place.
  }
  const message = `${where} is no line of a forge's log. Restore the file from a copy; the lines before are whole.`;
  throw new ForgeError('log-broken', message, { where });
}
