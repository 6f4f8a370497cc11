import { hasObject } from '../../repository/objects.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Repository } from '../../repository/repository.ts';
import { readHead } from './journal-head.ts';
import type { JournalHead } from './journal-head.ts';
import type { JournalRecord } from './journal-record.ts';
import { listSegments, readSegment } from './segments.ts';

export type JournalState = 'sound' | 'deleted' | 'rewritten';

/** Whether the journal at `tip` still holds what main had read, and ends where it says that it does. */
export async function inspectJournal(
  repository: Repository,
  tip: Oid | null,
  record: JournalRecord | null,
): Promise<JournalState> {
  if (tip === null) return record === null || record.n === 0 ? 'sound' : 'deleted';
  if (!(await hasObject(repository, tip))) return 'deleted';
  const head = await readHead(repository, tip).catch(() => null);
  if (head === null) return 'rewritten';
  const ends = await hasLine(repository, tip, head);
  const holds = record === null || tip === record.commit || (await hasLine(repository, tip, record));
  return ends && holds ? 'sound' : 'rewritten';
}

/** Whether line n stands in its month with this hash. Before the first line there is nothing to stand. */
async function hasLine(
  repository: Repository,
  tip: Oid,
  { n, hash, segment }: Pick<JournalHead, 'n' | 'hash' | 'segment'>,
): Promise<boolean> {
  if (n === 0) return true;
  try {
    const month = (await listSegments(repository, tip, { from: segment })).find(
      ({ name }) => name === segment,
    );
    const lines = month === undefined ? [] : await readSegment(repository, month);
    // Most often asked about the last line, and always about a late one.
    return lines.findLast((line) => line.n === n)?.hash === hash;
  } catch {
    // A month that can't be parsed was not written by the engine.
    return false;
  }
}
