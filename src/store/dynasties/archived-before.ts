import type { ArchivedBefore } from '../engine-files.ts';
import type { GameRead } from '../read-game.ts';

/** Counts what is in the ledgers of past dynasties, since later draws are numbered by it. */
export function archivedWith({ ledger, facts }: GameRead): ArchivedBefore {
  const { lines, rolls, actions } = facts.archived;
  const counts: Record<string, number> = { ...actions };
  let rolled = rolls;
  for (const { what, draws } of ledger) {
    counts[what] = (counts[what] ?? 0) + 1;
    rolled += draws.filter(({ kind }) => kind === 'dice').length;
  }
  // A matter has its own number and is resolved only once.
  const again = Object.entries(counts).filter(([what]) => !/^(?:enact|fail) /u.test(what));
  return { lines: lines + ledger.length, rolls: rolled, actions: Object.fromEntries(again) };
}
