import { hexOf } from '#platform/bytes.ts';
import { randomBytes } from '#platform/machine.ts';

import type { Disk } from '../../repository/disk.ts';
import type { ForgeEvent, Person } from '../events.ts';
import { logPath } from './core.ts';
import type { LogRecord } from './records.ts';
import type { Oid } from '../../repository/oid.ts';

export interface Rebuilding {
  readonly engine: Person;
  readonly main: Oid;
  readonly at: string;
}

/**
 * Rebuilds a forge's log from the events that it once sent. Events keep their ids, so that a journal recognises them. The forge gets a
 * new id, since offsets in the old log have no meaning here.
 */
export async function rebuildLog(
  disk: Disk,
  events: readonly ForgeEvent[],
  { engine, main, at }: Rebuilding,
): Promise<void> {
  const forge = hexOf(randomBytes(4));
  // Comments are named after the number of records, and no name may be used twice.
  const count =
    Math.max(events.length, ...events.map(({ id }) => Number(/-(\d+)$/u.exec(id)?.[1] ?? 0))) -
    events.length +
    1;
  const begun = Array.from({ length: count }, (_, index): LogRecord => {
    return { type: 'begun', id: `${forge}-${index + 1}`, at, forge };
  });
  const records = [...begun, ...events.map((event) => recordOf(event, engine))];
  const moved: LogRecord = { type: 'engine-moved', id: `${forge}-${records.length + 1}`, at, to: main };
  const text = [...records, moved].map((record) => `${JSON.stringify(record)}\n`).join('');
  await disk.write(logPath, new TextEncoder().encode(text), { durable: true });
}

/** Converts the engine's own acts to its log's form. The keys of its posts aren't known, but one kind belongs to a single thread. */
function recordOf(event: ForgeEvent, engine: Person): LogRecord {
  if (event.by?.id !== engine.id) return event;
  if (event.type === 'opened') {
    const { id, at, post, kind, title, text } = event;
    const key = kind === 'actions' ? kind : `opened-${post}`;
    return { type: 'engine-posted', id, at, by: engine, post, key, kind, title, text };
  }
  if (event.type !== 'closed') return event;
  const { id, at, post } = event;
  return { type: 'engine-settled', id, at, by: engine, post };
}
