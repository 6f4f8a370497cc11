import { z } from 'zod';

import { oidSchema } from '../../forge/events.ts';
import type { Oid } from '../../repository/oid.ts';
import type { JournalHead } from './journal-head.ts';
import { segmentSchema } from './line.ts';

/**
 * How far main had read the journal. It is stored outside the journal, so that nobody can rewrite the journal unnoticed without rewriting
 * main too. Each commit of the engine on main updates it; none is made for it alone.
 */
export const recordPath = 'content/journal.json';

const journalRecordSchema = z.strictObject({
  commit: oidSchema,
  n: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/u),
  segment: z.union([segmentSchema, z.literal('')]),
});

export type JournalRecord = z.infer<typeof journalRecordSchema>;

export function toJournalRecord(commit: Oid, { n, hash, segment }: JournalHead): JournalRecord {
  return { commit, n, hash, segment };
}

export function writeRecord(record: JournalRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** Null if main has no record, or an unreadable one. Then there is nothing to compare with. */
export function parseRecord(text: string | null): JournalRecord | null {
  if (text === null) return null;
  try {
    return journalRecordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
