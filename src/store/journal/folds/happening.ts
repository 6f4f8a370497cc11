import type { ForgeEvent } from '../../../forge/events.ts';
import { eventOf, type JournalLine } from '../line.ts';

/** One thing that happened, as folds read it: which line of the journal it is, and from when on it counts. */
export interface JournalEvent {
  readonly n: number;
  /** The forge's time; when it was seen where that is earlier, so that nothing counts before it happened. */
  readonly at: string;
  readonly event: ForgeEvent;
  /** Its words were taken out. */
  readonly redacted: boolean;
}

export function happeningsOf(lines: readonly JournalLine[]): readonly JournalEvent[] {
  return lines.flatMap((line) => {
    const event = eventOf(line);
    if (event === null) return [];
    const { n, at, seen, words } = line;
    return [{ n, at: at > seen ? seen : at, event, redacted: words !== undefined && 'redacted' in words }];
  });
}

/** The list under a key, begun where there is none. */
export function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}
