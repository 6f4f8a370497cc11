import type { ArchivedBefore } from '../engine-files.ts';
import type { GameRead } from '../read-game.ts';

/** Reads from the ledgers of past dynasties the counts by which later draws are numbered. */
export function archivedWith({ ledger, facts }: GameRead): ArchivedBefore {
  const { lines, rolls, actions } = facts.archived;
  const counts: Record<string, number> = { ...actions };
  let rolled = rolls;
  for (const { what, draws } of ledger) {
    counts[what] = (counts[what] ?? 0) + 1;
    rolled += draws.filter(({ kind }) => kind === 'dice').length;
  }
  // A resolved matter has a number of its own and is never resolved again.
  const again = Object.entries(counts).filter(([what]) => !/^(?:enact|fail) /u.test(what));
  return { lines: lines + ledger.length, rolls: rolled, actions: Object.fromEntries(again) };
}
