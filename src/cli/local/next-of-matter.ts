import type { MatterStatus, Status } from '../../apply/status.ts';
import { whenSeenFrom } from './when.ts';

/** The earliest thing that could happen to it, as the votes stand. */
export function nextOf(
  { id, enactFrom, failFrom, queue, conflict, fault, byAdmin, waitsFor }: MatterStatus,
  { now, resolution, stuck, queue: all = [] }: Pick<Status, 'now' | 'resolution' | 'stuck'> & Partial<Status>,
): string {
  if (conflict) return 'an Admin decides the words on which it clashes';
  const first = all.find((one) => one.id === waitsFor);
  if (first !== undefined) return `wait for “${first.title}”`;
  if (fault !== null) return 'a rule stands in the way';
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
