import type { MatterStatus, Status } from '../../tick/read-status.ts';
import { minuteOf } from '../../kernel/time.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { sayWhen } from '../../wording/words.ts';
import { shellWord } from '../../language/shell-word.ts';

/** The earliest thing that could happen to it, as the votes stand. */
export function nextOf(
  { id, enactFrom, failFrom, queue, conflict, fault, byAdmin, waitsFor }: MatterStatus,
  { now, resolution, stuck, queue: all = [] }: Pick<Status, 'now' | 'resolution' | 'stuck'> & Partial<Status>,
): string {
  if (conflict) return 'an Admin chooses between the clashing words';
  const first = all.find((one) => one.id === waitsFor);
  if (first !== undefined) return `wait for “${first.title}”`;
  if (fault !== null) return 'something stands in the way';
  if (byAdmin) return 'an Admin enacts or fails it';
  const [what, time] =
    enactFrom !== null && (failFrom === null || enactFrom <= failFrom)
      ? ['pass', enactFrom]
      : ['fail', failFrom];
  if (time === null) return 'votes must change';
  const when = whenSeenFrom(now, time);
  const turn = queue !== null && queue > 1 ? `, after ${queue - 1} before it` : '';
  if (when === 'now' && stuck.includes(id)) return `stuck: gitnomic why ${id} tells why${turn}`;
  if (when === 'now')
    return resolution === 'automatic'
      ? `${what === 'pass' ? 'passes' : 'fails'} at the next tick${turn}`
      : `an Admin can ${what === 'pass' ? 'enact' : 'fail'} it now${turn}`;
  return `can ${what} from ${when}${turn}`;
}

/** `2024-03-01T21:00:00Z` seen from nine in the morning → `2024-03-01 21:00 UTC, in 12 h` */
export function whenSeenFrom(now: string, time: string): string {
  const hours = (Date.parse(time) - Date.parse(now)) / 3_600_000;
  const at = minuteOf(time);
  if (hours <= 0) return 'now';
  if (hours < 1) return `${at}, in ${Math.ceil(hours * 60)} min`;
  return hours < 48 ? `${at}, in ${Math.ceil(hours)} h` : `${at}, in ${Math.round(hours / 24)} d`;
}

/** What a matter waits for, with the command that shows both versions of words that clash. */
export function sayWhenHere(matter: MatterStatus): string {
  const how = matter.conflict ? ` \`gitnomic resolve ${shellWord(matter.id)}\` shows both versions.` : '';
  return `${sayWhen(matter, IN_ENGLISH)}${how}`;
}
