import { z } from 'zod';

import { oidSchema } from '../../forge/events.ts';
import type { Oid } from '../../repository/oid.ts';
import type { JournalHead } from './journal-head.ts';
import { segmentSchema } from './line.ts';

/**
 * The point up to which main had read the journal. It stands beside the game and not in the journal: whoever rewrites the one
 * would have to rewrite the other. Each commit of the engine on main brings it up to date; none is made for it.
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

/** Null where main has none yet, or one that somebody spoilt: then there is nothing to compare with. */
export function parseRecord(text: string | null): JournalRecord | null {
  if (text === null) return null;
  try {
    return journalRecordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
