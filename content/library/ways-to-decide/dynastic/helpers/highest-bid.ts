import type { Person } from 'gitnomic/rules';

interface Bid {
  readonly by: Person;
  readonly amount: number;
}

/** The highest bid that counts, of equal ones the first, and what is said of all of them. */
export function highestBid(
  bids: readonly Bid[],
  counts: (bid: Bid) => boolean,
): { readonly best: Bid | undefined; readonly verdict: string } {
  const good = bids.filter(counts);
  const most = Math.max(...good.map(({ amount }) => amount));
  const best = good.find(({ amount }) => amount === most);
  const told = bids.map(
    (bid) => `${bid.by.label} ${bid.amount}${good.includes(bid) ? '' : ' (not paid for)'}`,
  );
  const ends = best === undefined ? 'Nobody has it' : `${best.by.label} has it for ${best.amount}`;
  return { best, verdict: `Bids: ${told.join(', ') || 'none'}. ${ends}.` };
}
