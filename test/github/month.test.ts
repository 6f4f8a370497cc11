// Ten players, and GitHub as it is: what it kept of a vote counts, and what is enacted is enacted with its content.
import { expect, test, vi } from 'vitest';

import { playMonth, QUORUM, TEN, type Vote } from './month.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const days = process.env['GITNOMIC_FAULTS'] === 'all' ? 30 : 1;

test(`in ${days} × 24 hours on GitHub no vote is lost, and nothing is enacted without its content`, async () => {
  const month = await playMonth(days, 58);
  expect(month.failures).toEqual([]);
  expect(month.proposals.length).toBe(2 * days);
  const found = month.proposals.map(({ post, settled, onMain }) => ({
    number: post.number,
    tally: settled?.tally ?? null,
    status: settled?.status ?? null,
    onMain,
  }));
  const expected = month.proposals.map(({ post, votes, text, settled }) => {
    const counted = votes.filter((vote, index) =>
      counts(vote, votes.slice(0, index), settled?.resolvedAt ?? ''),
    );
    const tally = expect.objectContaining(tallyOf(counted)) as object;
    // Those who came later could not have changed what became of it.
    const all = tallyOf(votes);
    const isPopular = all.for > all.against;
    return {
      number: post.number,
      tally,
      status: isPopular ? 'enacted' : 'failed',
      onMain: isPopular ? text : null,
    };
  });
  expect(found).toEqual(expected);
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['enacted', 'failed']));
  expect(month.ticks).toBeGreaterThan(4 * days);
  expect(month.storms).toBeGreaterThan(0);
  // A single day may be without a newcomer's review.
  if (days > 1) expect(month.held).toBeGreaterThan(0);
  expect(month.dropped).toBeGreaterThan(0);
  expect(month.toOutsider).toBeGreaterThan(0);
  expect(month.toOutsider).toBeLessThanOrEqual(days + 1);
  // Nobody gets GitHub's mail about a run that was cancelled.
  expect(month.cancelled.length).toBeGreaterThan(0);
  for (const { event } of month.cancelled)
    expect(event).toMatchObject({ actor: 'github-actions[bot]', head: 'main' });
  // What GitHub gives the private repositories of a free account.
  expect(month.minutes).toBeLessThan((2000 * days) / 30);
});

/**
 * A vote counts if it came before its matter was resolved. What is due before somebody votes is resolved first, at the time of that vote: once so many are
 * against that no quorum can be reached any more.
 */
function counts({ at }: Vote, earlier: readonly Vote[], resolvedAt: string): boolean {
  const isLost = tallyOf(earlier).against > TEN.length - QUORUM;
  return at < resolvedAt || (at === resolvedAt && !isLost);
}

/** The last vote of each, and the author's own. */
function tallyOf(votes: readonly Vote[]): { readonly for: number; readonly against: number } {
  const last = [...new Map(votes.map(({ by, vote }) => [by, vote])).values()];
  return {
    for: last.filter((vote) => vote === 'for').length + 1,
    against: last.filter((vote) => vote === 'against').length,
  };
}
