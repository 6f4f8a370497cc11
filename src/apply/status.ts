import type { Outlook } from '../kernel/definition.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { readFigures, readNeeded, type ShownFigure, type Needed } from '../play/figures.ts';
import { countsOf, numberAt, stateOf, type VoteCount } from '../play/ballot.ts';
import type { Coming } from '../kernel/times.ts';
import { isPlainObject } from '../kernel/values.ts';
import { ruleFaultOf, timeFaultsOf } from '../decide/rule-fault.ts';

/** The game at a glance. */
export interface Status {
  readonly name: string;
  readonly now: string;
  readonly dynasty: {
    readonly number: number | null;
    readonly name: string | null;
    readonly emperor: string | null;
  };
  readonly terms: { readonly player: string; readonly players: string; readonly emperor: string };
  /** The lines that the rules have at the top: numbers, and what everybody is to know. */
  readonly figures: readonly ShownFigure[];
  readonly resolution: 'automatic' | 'by-admin';
  readonly queue: readonly MatterStatus[];
  /** The rules' own acts to come, the earliest first. */
  readonly coming: readonly Coming[];
  /** Acts of rules of which it can't be told when they are due, and why: a sentence each. */
  readonly failing: readonly string[];
  /** Matters that were due at the last tick and could not be resolved, as far as is known: their posts say why. */
  readonly stuck: readonly string[];
  readonly roster: readonly PlayerStatus[];
}

export interface MatterStatus {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly counts: readonly VoteCount[];
  /** The votes that it takes, and their name. */
  readonly needed: Needed | null;
  readonly votes: Readonly<Record<string, string>>;
  readonly state: string;
  /** The result to which the votes lead as they stand. */
  readonly outlook: Outlook | null;
  readonly queue: number | null;
  /** Whether it changes words that have changed since: then it waits for an Admin. */
  readonly conflict: boolean;
  /** From when it can be enacted or can fail as the votes stand; null: not at all. */
  readonly enactFrom: string | null;
  readonly failFrom: string | null;
  /** The failure of the rules when they are asked about it, its line, and what anybody can do; null where there is none. */
  readonly fault: string | null;
}

export interface PlayerStatus {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly admin: boolean;
  readonly emperor: boolean;
  /** Whether a program has acted for them. */
  readonly machine: boolean;
  readonly lastActive: string | null;
}

/** The part of a status that no clock changes. */
export interface Glance extends Omit<Status, 'now' | 'figures' | 'queue' | 'coming' | 'failing'> {
  readonly pending: readonly MatterSummary[];
  readonly ballot: ModelDescription['ballot'];
}

/** A matter as it was posted. */
export interface MatterSummary extends Pick<
  MatterStatus,
  'id' | 'kind' | 'title' | 'author' | 'at' | 'conflict'
> {
  /** Its outcome, or `pending`. */
  readonly status: string;
}

/** The rules' answer about something now, by its path. */
export type Ask = (...path: readonly string[]) => unknown;

/** The rest is asked of the rules: what they say may change with time alone. */
export function statusFrom({ pending, ballot, ...glance }: Glance, now: string, ask: Ask): Status {
  const coming = ask('coming');
  return {
    name: glance.name,
    now,
    dynasty: glance.dynasty,
    terms: glance.terms,
    figures: readFigures(ask('figures')),
    resolution: glance.resolution,
    queue: pending.map((matter) => matterStatus(matter, { ballot }, ask)),
    coming: Array.isArray(coming) ? (coming as readonly Coming[]) : [],
    failing: timeFaultsOf(ask),
    stuck: glance.stuck,
    roster: glance.roster,
  };
}

export function matterStatus(
  { status, conflict, ...matter }: MatterSummary,
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
    votes: isPlainObject(votes) ? (votes as Record<string, string>) : {},
    state: pending ? (stands?.title ?? 'undecided') : status,
    outlook: stands?.means ?? null,
    queue: numberAt(tally, 'queue'),
    conflict,
    enactFrom: timeOrNull(ask('views', 'earliest-enactment', matter.id)),
    failFrom: timeOrNull(ask('views', 'earliest-failure', matter.id)),
    fault: pending ? ruleFaultOf(matter.id, ask) : null,
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
