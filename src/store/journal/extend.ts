import type { ForgeEvent } from '../../forge/events.ts';
import { aheadIn, monthOf, type JournalHead } from './journal-head.ts';
import { lineOf, type JournalLine } from './line.ts';
import {
  saltOf,
  writeRow,
  writeStart,
  type PartStart,
  type Read,
  markPath,
  openPathOf,
  closedPathOf,
} from './part.ts';

export interface Extension {
  readonly lines: readonly JournalLine[];
  /** The text appended to each segment. The first segment is the one where the journal ended, or a new one. */
  readonly texts: ReadonlyMap<string, string>;
  readonly head: JournalHead;
}

export interface ExtendOptions {
  readonly known: ReadonlySet<string>;
  readonly seen: string;
  readonly mark: string | null;
  /** Called for each new part. */
  readonly newSalt: () => string;
  /** Lines that come before those of the events. */
  readonly first?: readonly JournalLine[];
}

/**
 * A full part is followed by another one in the same month. Each append rewrites the last part, so a flood of comments must not make it
 * too large to read.
 */
const fullSegment = 64 * 1024;

/** A longer mark is stored in a file of its own, since every append would add it to a line again. */
const LONGEST_MARK = 200;

/** Computes the lines that events add to a journal ending at `head`. Known events add none. */
export function extend(
  head: JournalHead,
  events: readonly ForgeEvent[],
  { known, seen, mark, newSalt, first = [] }: ExtendOptions,
): Extension {
  const end = new End(head, monthOf(seen), newSalt);
  for (const line of first) end.add(() => line);
  const ids = new Set(known);
  for (const event of events) {
    if (ids.has(event.id)) continue;
    ids.add(event.id);
    end.add(({ n, prev, salt }) => lineOf(event, { n, prev, seen, salt: saltOf(salt, n) }));
  }
  return end.close(mark);
}

/** The end of a journal while lines are added to it. */
class End {
  readonly #month: string;
  readonly #newSalt: () => string;
  readonly #lines: JournalLine[] = [];
  readonly #texts = new Map<string, string>();
  #head: JournalHead;
  #start: PartStart = { after: { n: 0, hash: '' } };
  /** The last line. It is written once it is known whether another one follows in this append. */
  #pending: JournalLine | null = null;

  constructor(head: JournalHead, month: string, newSalt: () => string) {
    this.#head = head;
    this.#month = month;
    this.#newSalt = newSalt;
    if (head.salt !== null) this.#start = { ...this.#start, salt: head.salt };
  }

  add(
    make: (place: { readonly n: number; readonly prev: string; readonly salt: string }) => JournalLine,
  ): void {
    this.#write();
    const segment = segmentAfter(this.#head, this.#month);
    if (segment !== this.#head.segment) this.#begin(segment);
    const { n, hash, salt } = this.#head;
    const line = make({ n: n + 1, prev: hash, salt: salt ?? '' });
    this.#lines.push(line);
    this.#pending = line;
    const ahead = [...this.#head.ahead, ...aheadIn([line])];
    this.#head = { ...this.#head, n: line.n, hash: line.hash, ahead };
  }

  close(mark: string | null): Extension {
    this.#write(mark !== null && mark.length > LONGEST_MARK ? true : mark);
    return { lines: this.#lines, texts: this.#texts, head: { ...this.#head, mark } };
  }

  #begin(segment: string): void {
    const { n, hash, ahead } = this.#head;
    const salt = this.#newSalt();
    this.#start = { after: { n, hash }, salt, ...(ahead.length === 0 ? {} : { ahead }) };
    this.#head = { ...this.#head, segment, size: 0, salt, open: true };
    this.#append(writeStart(this.#start));
  }

  #write(read?: Read): void {
    if (this.#pending === null) return;
    this.#append(writeRow({ line: this.#pending, ...(read === undefined ? {} : { read }) }, this.#start));
    this.#pending = null;
  }

  #append(text: string): void {
    const { segment, size } = this.#head;
    this.#texts.set(segment, (this.#texts.get(segment) ?? '') + text);
    this.#head = { ...this.#head, size: size + text.length };
  }
}

/** The files that an append writes: the current part, and full parts, which move to the folder of their year. */
export function filesOf(
  before: JournalHead,
  { texts, head }: Pick<Extension, 'texts' | 'head'>,
  textBefore: string,
): ReadonlyMap<string, string | null> {
  const files = new Map<string, string | null>();
  if (before.open && before.segment !== head.segment) {
    files.set(openPathOf(before.segment), null);
    files.set(closedPathOf(before.segment), textBefore);
  }
  for (const [segment, text] of texts) {
    const path = segment === head.segment ? openPathOf(segment) : closedPathOf(segment);
    files.set(path, segment === before.segment ? textBefore + text : text);
  }
  if (head.mark !== null && head.mark.length > LONGEST_MARK) files.set(markPath, head.mark);
  return files;
}

/** Months follow the times when lines were seen, and never go back, so a clock that is set back doesn't reopen a past month. */
function segmentAfter({ segment, size, salt }: JournalHead, month: string): string {
  if (month > monthOf(segment)) return `${month}-0001`;
  if (size < fullSegment && salt !== null) return segment;
  const part = Number(segment.slice(8)) + 1;
  return `${monthOf(segment)}-${String(part).padStart(4, '0')}`;
}

/**
 * The oldest month that can contain one of these events. An event is seen in its own month or later; the head lists exceptions. One
 * earlier month is included in case clocks differ slightly.
 */
export function oldestMonthOf(events: readonly ForgeEvent[]): string {
  const oldest = events.reduce((least, event) => (event.at < least ? event.at : least), '9999-12');
  const [year = 0, month = 0] = monthOf(oldest).split('-').map(Number);
  const before = month === 1 ? [year - 1, 12] : [year, month - 1];
  return `${String(before[0]).padStart(4, '0')}-${String(before[1]).padStart(2, '0')}`;
}
