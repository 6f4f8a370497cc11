import type { Person } from '../../../forge/events.ts';
import type { JournalEvent } from './happening.ts';

interface Activity {
  /** As they were called last. */
  readonly person: Person;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** When each person did something first and last, by their id. Machines do not play. */
export function foldActivity(happenings: readonly JournalEvent[]): ReadonlyMap<string, Activity> {
  const people = new Map<string, Activity>();
  for (const { at, event } of happenings) {
    const person = event.by;
    if (person === null || person.bot) continue;
    const before = people.get(person.id);
    const firstAt = before === undefined || at < before.firstAt ? at : before.firstAt;
    const lastAt = before === undefined || at > before.lastAt ? at : before.lastAt;
    people.set(person.id, { person, firstAt, lastAt });
  }
  return people;
}
