import type { RulesRehearsal } from './play-options.ts';

export const GOES_ON: RulesRehearsal = { stops: null, freezes: null, locks: [], untried: null };

/** Null if the game could go on. */
export function whyNotOn({ stops, freezes }: RulesRehearsal): string | null {
  if (stops !== null) return `nothing could be enacted any more: ${stops}`;
  return freezes === null ? null : `no rule could be changed any more: ${freezes}`;
}

/** Warnings about rules that are allowed, one sentence each. */
export function sayLocks({ locks, untried }: RulesRehearsal): readonly string[] {
  return [
    ...locks.map((lock) => `from then on nobody could ${lock}`),
    ...(untried === null ? [] : [`could not be tried: ${untried}`]),
  ];
}
