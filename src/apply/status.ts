import type { z } from 'zod';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { readNeeded } from '../play/figures.ts';
import { countsOf, stateOf, toldOf } from '../play/ballot.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { matterStatusSchema, statusSchema } from './status-schema.ts';
import { dueFrom, WELL, type DueFrom, type Health } from '../decide/health.ts';

export type Status = Readonly<z.output<typeof statusSchema>>;
export type MatterStatus = Readonly<z.output<typeof matterStatusSchema>>;

export interface MatterSummary extends Pick<
  MatterStatus,
  'id' | 'kind' | 'kindTitle' | 'title' | 'author' | 'at' | 'conflict'
> {
  /** Its outcome, or `pending`. */
  readonly status: string;
  /** Why its changes are unknown. */
  readonly unread?: string | null;
}

/** Asks the rules something about now, by path. */
export type Ask = (...path: readonly string[]) => unknown;

export function matterStatus(
  { status, conflict, unread = null, ...matter }: MatterSummary,
  rules: Pick<ModelDescription, 'ballot'>,
  ask: Ask,
  lookAt: (due: DueFrom) => Health,
): MatterStatus {
  const counted = ask('tally', matter.id);
  const tally = isPlainObject(counted) ? counted : {};
  const votes = ask('views', 'votes-on', matter.id);
  const pending = status === 'pending';
  const stands = pending ? stateOf(rules, tally) : null;
  const due = dueFrom(matter.id, tally, ask);
  const { fault, ...health } = pending && unread === null ? lookAt(due) : WELL;
  return {
    ...matter,
    counts: countsOf(rules, tally),
    needed: pending ? readNeeded(ask('needed', matter.id)) : null,
    ...toldOf(tally),
    votes: isPlainObject(votes) ? (votes as Record<string, string>) : {},
    state: pending ? (stands?.title ?? 'undecided') : status,
    outlook: stands?.means ?? null,
    ...due,
    conflict,
    fault: pending ? (unread ?? fault) : null,
    ...health,
  };
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
