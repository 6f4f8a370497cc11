import { AGAINST, count, FOR } from '#core/votes.ts';
import type { Votes } from '#core/votes.ts';

export const DEFERENTIAL = 'DEFERENTIAL';
export const VETO = 'VETO';

/** DEFERENTIAL votes become what the emperor votes, where that is a valid vote. */
export function followEmperor(votes: Votes, emperor: string | null): Votes {
  const leading = emperor === null ? undefined : votes[emperor];
  if (leading !== FOR && leading !== AGAINST) return votes;
  const followed: Record<string, string> = {};
  for (const id of Object.keys(votes)) followed[id] = votes[id] === DEFERENTIAL ? leading : (votes[id] ?? '');
  return followed;
}

/** What the emperor's DEFERENTIAL comes to: FOR where more are for than against, else AGAINST. */
export function majority(votes: Votes): string {
  const tally = count(votes);
  return tally.for > tally.against ? FOR : AGAINST;
}
