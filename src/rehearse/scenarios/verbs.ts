import type { Verdict } from '../../forge/events.ts';
import type { Outcome } from '../../play/outcome.ts';
import type { Step } from './format.ts';

export const ACCEPTED: Outcome = { ok: true, changes: [], draws: [], result: null };

export const REACTIONS: Readonly<Record<string, string>> = {
  FOR: '+1',
  AGAINST: '-1',
  DEFERENTIAL: 'eyes',
  VETO: 'confused',
};
/** The kinds of matters that have verbs of their own; for any other, the step names its kind. */
export const POSTED = { propose: 'proposal', cfj: 'cfj', dov: 'dov' } as const;
export const NO_VOTE = 'rocket';
export const VERDICTS: Readonly<Record<string, Verdict>> = { FOR: 'approve', AGAINST: 'request-changes' };

export function targetOf({ player, post, matter }: Step): Record<string, unknown> {
  return {
    ...(player === undefined ? {} : { player }),
    ...(typeof post === 'string' ? { post } : {}),
    ...(matter === undefined ? {} : { matter }),
  };
}
