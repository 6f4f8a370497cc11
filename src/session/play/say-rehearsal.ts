import type { RulesRehearsal } from './play-options.ts';

export const GOES_ON: RulesRehearsal = { stops: null, freezes: null, locks: [], untried: null };

/** Null if the game could go on. */
export function whyNotOn({ stops, freezes }: RulesRehearsal): string | null {
  if (stops !== null) return `nothing could ever pass again: ${stops}`;
  return freezes === null ? null : `no rule could ever be changed again: ${freezes}`;
}

/** Warnings about rules that are allowed, one sentence each. */
export function sayLocks({ locks, untried }: RulesRehearsal): readonly string[] {
  return [
    ...locks.map((lock) => `from then on nobody could ${lock}`),
    ...(untried === null ? [] : [`the test run did not work: ${untried}`]),
  ];
}
