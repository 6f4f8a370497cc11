import type { ForgeEvent } from '../forge/events.ts';
import type { ForgeReading } from '../forge/port.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';

/** All events in the journal, in order. */
export async function saidBefore({
  repository,
}: Pick<ForgeReading, 'repository'>): Promise<readonly ForgeEvent[]> {
  const tip = await journalTip(repository);
  const lines = tip === null ? [] : await readJournalLines(repository, tip);
  return lines.flatMap((line) => eventOf(line) ?? []);
}
