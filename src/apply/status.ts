import type { z } from 'zod';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { readFigures, readNeeded } from '../play/figures.ts';
import { countsOf, numberAt, stateOf, toldOf } from '../play/ballot.ts';
import type { Coming } from '../kernel/times.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { matterStatusSchema, statusSchema } from './status-schema.ts';
import { ruleFaultOf, timeFaultsOf } from '../decide/rule-fault.ts';

export type Status = Readonly<z.output<typeof statusSchema>>;
export type MatterStatus = Readonly<z.output<typeof matterStatusSchema>>;

/** The part of a status that no clock changes. */
export interface Glance extends Omit<Status, 'now' | 'figures' | 'queue' | 'coming' | 'failing'> {
  readonly pending: readonly MatterSummary[];
  readonly ballot: ModelDescription['ballot'];
}

/** A matter as it was posted. */
export interface MatterSummary extends Pick<
  MatterStatus,
  'id' | 'kind' | 'kindTitle' | 'title' | 'author' | 'at' | 'conflict'
> {
  /** Its outcome, or `pending`. */
  readonly status: string;
  /** Why it isn't known what it changes. */
  readonly unread?: string | null;
}

/** The rules' answer about something now, by its path. */
export type Ask = (...path: readonly string[]) => unknown;

/** The rest is asked of the rules: what they say may change with time alone. */
export function statusFrom({ pending, ballot, ...glance }: Glance, now: string, ask: Ask): Status {
  const found = ask('coming');
  const coming = Array.isArray(found) ? (found as readonly Coming[]) : [];
  return {
    name: glance.name,
    now,
    ...(glance.dynasty === undefined ? {} : { dynasty: glance.dynasty }),
    terms: glance.terms,
    figures: readFigures(ask('figures')),
    resolution: glance.resolution,
    practice: glance.practice,
    queue: pending.map((matter) => matterStatus(matter, { ballot }, ask)),
    coming,
    failing: timeFaultsOf(ask, coming),
    stuck: glance.stuck,
    roster: glance.roster,
  };
}

export function matterStatus(
  { status, conflict, unread = null, ...matter }: MatterSummary,
  rules: Pick<ModelDescription, 'ballot'>,
  ask: Ask,
): MatterStatus {
  const counted = ask('tally', matter.id);
  const tally = isPlainObject(counted) ? counted : {};
  const votes = ask('views', 'votes-on', matter.id);
  const pending = status === 'pending';
  const stands = pending ? stateOf(rules, tally) : null;
  return {
    ...matter,
    counts: countsOf(rules, tally),
    needed: pending ? readNeeded(ask('needed', matter.id)) : null,
    ...toldOf(tally),
    votes: isPlainObject(votes) ? (votes as Record<string, string>) : {},
    state: pending ? (stands?.title ?? 'undecided') : status,
    outlook: stands?.means ?? null,
    queue: numberAt(tally, 'queue'),
    conflict,
    enactFrom: timeOrNull(ask('views', 'earliest-enactment', matter.id)),
    failFrom: timeOrNull(ask('views', 'earliest-failure', matter.id)),
    fault: pending ? (unread ?? ruleFaultOf(matter.id, ask)) : null,
  };
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function timeOrNull(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/u.test(value) ? value : null;
}
