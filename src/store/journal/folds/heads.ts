import type { Person } from '../../../forge/events.ts';
import type { Oid } from '../../../repository/oid.ts';
import { listAt, type JournalEvent } from './happening.ts';

/** A commit that a matter's branch stood at, from when on. */
export interface Head {
  readonly oid: Oid;
  readonly n: number;
  readonly at: string;
  readonly by: Person | null;
  /** What it stood at before is no part of it. */
  readonly forced: boolean;
}

/** Heads by post, the first being the one it was opened with; in the order of their times. */
export function foldHeads(happenings: readonly JournalEvent[]): ReadonlyMap<string, readonly Head[]> {
  const heads = new Map<string, Head[]>();
  for (const { n, at, event } of happenings) {
    if (event.type === 'opened' && event.head !== null) {
      listAt(heads, event.post).push({ oid: event.head.oid, n, at, by: event.by, forced: false });
    } else if (event.type === 'pushed') {
      listAt(heads, event.post).push({ oid: event.head, n, at, by: event.by, forced: event.forced });
    }
  }
  // A push by ordinary Git is seen late, and known to be older than what was seen meanwhile.
  for (const list of heads.values()) list.sort((a, b) => (a.at === b.at ? a.n - b.n : a.at < b.at ? -1 : 1));
  return heads;
}

/** Up to when a post may be altered: a time, and the line of the journal that ended it where one did. */
export interface Cutoff {
  readonly at: string;
  readonly n?: number;
}

export interface Pinned {
  /** What may be enacted; null where the post has no branch. */
  readonly head: Head | null;
  /** What was pushed too late to count. */
  readonly late: readonly Head[];
}

/**
 * The last head that was pushed in time, and those that were not. In the second of the cutoff itself the order of
 * the journal decides. The head it was opened with is always in time. No cutoff: it may still be altered.
 */
export function pinHead(heads: readonly Head[], cutoff: Cutoff | null): Pinned {
  const inTime = heads.filter((head, index) => index === 0 || cutoff === null || isBefore(head, cutoff));
  return { head: inTime.at(-1) ?? null, late: heads.filter((head) => !inTime.includes(head)) };
}

function isBefore(head: Head, { at, n = Infinity }: Cutoff): boolean {
  return head.at < at || (head.at === at && head.n < n);
}
