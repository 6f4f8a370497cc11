import type { ForgeEvent } from '../../forge/events.ts';
import type { JournalHead } from './journal-head.ts';
import { lineOf, writeLine, type JournalLine } from './line.ts';

export interface Extension {
  readonly lines: readonly JournalLine[];
  /** The text appended to each segment; the first is the one that the journal ended with, or a new one. */
  readonly texts: ReadonlyMap<string, string>;
  readonly head: JournalHead;
}

export interface ExtendOptions {
  readonly known: ReadonlySet<string>;
  readonly seen: string;
  readonly mark: string | null;
  readonly newSalt: () => string;
  /** Lines that stand before those of the events. */
  readonly first?: readonly JournalLine[];
}

/**
 * When a month's part is full the next is begun. Each append writes the last part anew, and whoever floods a game
 * with comments must not make it unreadable.
 */
const fullSegment = 64 * 1024;

/** Computes the lines that events add to a journal which ends at `head`. Events that it has already add none. */
export function extend(
  head: JournalHead,
  events: readonly ForgeEvent[],
  { known, seen, mark, newSalt, first = [] }: ExtendOptions,
): Extension {
  const lines = [...first];
  const ids = new Set(known);
  for (const event of events) {
    if (ids.has(event.id)) continue;
    ids.add(event.id);
    const last = lines.at(-1) ?? head;
    lines.push(lineOf(event, { n: last.n + 1, prev: last.hash, seen, salt: newSalt() }));
  }
  const { n, hash } = lines.at(-1) ?? head;
  const ahead = lines.filter((line) => monthOf(line.at) > monthOf(seen)).map((line) => line.id);
  const { texts, segment, size } = place(head, lines, monthOf(seen));
  return { lines, texts, head: { n, hash, segment, size, mark, ahead: [...head.ahead, ...ahead] } };
}

function place(
  { segment, size }: JournalHead,
  lines: readonly JournalLine[],
  month: string,
): { texts: ReadonlyMap<string, string>; segment: string; size: number } {
  const parts = new Map<string, string[]>();
  for (const line of lines) {
    const text = writeLine(line);
    const next = segmentAfter(segment, size, month);
    size = (next === segment ? size : 0) + text.length;
    segment = next;
    const part = parts.get(segment) ?? [];
    if (part.length === 0) parts.set(segment, part);
    part.push(text);
  }
  return { texts: new Map([...parts].map(([name, texts]) => [name, texts.join('')])), segment, size };
}

/** By when lines are seen, and never back: a clock that was set back does not reopen a month that is over. */
function segmentAfter(segment: string, size: number, month: string): string {
  if (month > monthOf(segment)) return `${month}-0001`;
  if (size < fullSegment) return segment;
  const part = Number(segment.slice(8)) + 1;
  return `${monthOf(segment)}-${String(part).padStart(4, '0')}`;
}

function monthOf(time: string): string {
  return time.slice(0, 7);
}

/**
 * The oldest month in which one of these events can stand. What happened in a month was seen in it or later; what
 * was seen before its own time is listed by the head. The month before is for clocks that differ by a little.
 */
export function oldestMonthOf(events: readonly ForgeEvent[]): string {
  const oldest = events.reduce((least, event) => (event.at < least ? event.at : least), '9999-12');
  const [year = 0, month = 0] = monthOf(oldest).split('-').map(Number);
  const before = month === 1 ? [year - 1, 12] : [year, month - 1];
  return `${String(before[0]).padStart(4, '0')}-${String(before[1]).padStart(2, '0')}`;
}
