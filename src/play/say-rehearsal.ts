import type { RulesRehearsal } from './play-options.ts';

/** The result of a rehearsal that found nothing. */
export const GOES_ON: RulesRehearsal = { stops: null, freezes: null, locks: [], untried: null };

/** Why a game could not go on; null where it could. */
export function whyNotOn({ stops, freezes }: RulesRehearsal): string | null {
  if (stops !== null) return `nothing could be enacted any more: ${stops}`;
  return freezes === null ? null : `no rule could be changed any more: ${freezes}`;
}

/** Warnings about what is let through, a sentence each. */
export function sayLocks({ locks, untried }: RulesRehearsal): readonly string[] {
  return [
    ...locks.map((lock) => `from then on nobody could ${lock}`),
    ...(untried === null ? [] : [`could not be tried: ${untried}`]),
  ];
}
