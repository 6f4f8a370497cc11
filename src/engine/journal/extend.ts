import type { ForgeEvent } from '../../forge/events.ts';
import type { JournalHead } from './journal-head.ts';
import { lineOf, type JournalLine } from './line.ts';

export interface Extension {
  readonly lines: readonly JournalLine[];
  /** The month that the lines go to. */
  readonly segment: string;
  readonly head: JournalHead;
}

export interface ExtendOptions {
  readonly known: ReadonlySet<string>;
  readonly seen: string;
  readonly mark: string | null;
  readonly newSalt: () => string;
}

/** The lines that events add to a journal which ends at `head`. Events that it has already add none. */
export function extend(
  head: JournalHead,
  events: readonly ForgeEvent[],
  { known, seen, mark, newSalt }: ExtendOptions,
): Extension {
  const lines: JournalLine[] = [];
  const ids = new Set(known);
  let [n, prev] = [head.n, head.hash];
  for (const event of events) {
    if (ids.has(event.id)) continue;
    ids.add(event.id);
    n += 1;
    const line = lineOf(event, { n, prev, seen, salt: newSalt() });
    prev = line.hash;
    lines.push(line);
  }
  const ahead = lines.filter((line) => line.at.slice(0, 7) > seen.slice(0, 7)).map((line) => line.id);
  const segment = segmentFor(head, seen);
  return { lines, segment, head: { n, hash: prev, segment, mark, ahead: [...head.ahead, ...ahead] } };
}

/** By when they were seen, and never back: a clock that was set back does not reopen a month that is over. */
export function segmentFor(head: JournalHead, seen: string): string {
  const month = seen.slice(0, 7);
  return month > head.segment ? month : head.segment;
}

/**
 * The oldest month in which one of these events can stand. What happened in a month was seen in it or later; what
 * was seen before its own time is listed by the head. The month before is for clocks that differ by a little.
 */
export function oldestMonthOf(events: readonly ForgeEvent[]): string {
  const oldest = events.reduce((least, event) => (event.at < least ? event.at : least), '9999-12');
  const [year = 0, month = 0] = oldest.slice(0, 7).split('-').map(Number);
  return month === 1
    ? `${String(year - 1).padStart(4, '0')}-12`
    : `${String(year).padStart(4, '0')}-${String(month - 1).padStart(2, '0')}`;
}
