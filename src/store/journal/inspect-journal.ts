import { hasObject } from '../../repository/objects.ts';
import type { Repository } from '../../repository/repository.ts';
import { readJournalHead, type JournalHead } from './journal-head.ts';
import { type JournalRecord } from './journal-record.ts';
import { bringSegments, listSegments, readSegment, type Segment } from './segments.ts';
import { followSegment, type ChainEnd } from './verify-journal.ts';
import type { Oid } from '../../repository/oid.ts';
import { genesisHash } from './line.ts';

export type JournalState = 'sound' | 'deleted' | 'rewritten';

/** Checks whether the journal at `tip` still contains everything that main had read, and is complete up to its stated end. */
export async function inspectJournal(
  repository: Repository,
  tip: Oid | null,
  record: JournalRecord | null,
): Promise<JournalState> {
  if (tip === null) return record === null || record.n === 0 ? 'sound' : 'deleted';
  if (!(await hasObject(repository, tip))) return 'deleted';
  const head = await readJournalHead(repository, tip).catch(() => null);
  if (head === null) return 'rewritten';
  if (record !== null && tip === record.commit)
    return (await hasLine(repository, tip, head)) ? 'sound' : 'rewritten';
  const holds = record === null || (await hasLine(repository, tip, record));
  return holds && (await isWhole(repository, tip, head, record?.commit ?? null)) ? 'sound' : 'rewritten';
}

/** Follows the hash chain to its end. Parts that haven't changed since the commit known to main are skipped. */
async function isWhole(
  repository: Repository,
  tip: Oid,
  head: JournalHead,
  knownAt: Oid | null,
): Promise<boolean> {
  try {
    const known = new Map(
      knownAt !== null && (await hasObject(repository, knownAt))
        ? (await listSegments(repository, knownAt)).map(({ name, oid }) => [name, oid])
        : [],
    );
    let before: Segment | null = null;
    let end: ChainEnd | null = { n: 0, hash: genesisHash };
    const segments = await listSegments(repository, tip);
    await bringSegments(
      repository,
      segments.filter(({ name, oid }) => known.get(name) !== oid),
    );
    let isKnownSoFar = true;
    for (const segment of segments) {
      // A part that hasn't changed must still follow on one that has.
      isKnownSoFar &&= known.get(segment.name) === segment.oid;
      known.delete(segment.name);
      const start: ChainEnd | null = isKnownSoFar || end !== null ? end : await endOf(repository, before);
      end = isKnownSoFar || start === null ? null : await followSegment(repository, segment, start);
      if (!isKnownSoFar && end === null) return false;
      before = segment;
    }
    end ??= await endOf(repository, before);
    return known.size === 0 && end?.n === head.n && end.hash === head.hash;
  } catch {
    // The engine never wrote a line that can't be parsed.
    return false;
  }
}

async function endOf(repository: Repository, segment: Segment | null): Promise<ChainEnd | null> {
  return segment === null ? null : ((await readSegment(repository, segment)).at(-1) ?? null);
}

/** True if line n is in its month with this hash. There is nothing to check before the first line. */
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
    // The line asked for is usually the last, and never far from it.
    return lines.findLast((line) => line.n === n)?.hash === hash;
  } catch {
    // The engine never wrote a month that can't be parsed.
    return false;
  }
}
