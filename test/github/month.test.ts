// Ten players, and GitHub as it is: what it kept of a vote counts, and what is enacted is enacted with its content.
import { expect, test, vi } from 'vitest';

import { playMonth } from './month.ts';

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
  const expected = month.proposals.map(({ post, votes, text }) => {
    const count = (vote: string): number => [...votes.values()].filter((one) => one === vote).length;
    // The author is for it.
    const tally = { for: count('for') + 1, against: count('against') };
    const isPopular = tally.for > tally.against;
    return {
      number: post.number,
      tally: expect.objectContaining(tally) as object,
      status: isPopular ? 'enacted' : 'failed',
      onMain: isPopular ? text : null,
    };
  });
  expect(found).toEqual(expected);
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['enacted', 'failed']));
  // A single day does not meet with each of GitHub's manners.
  if (days === 1) return;
  expect(month.storms).toBeGreaterThan(0);
  expect(month.held).toBeGreaterThan(0);
  expect(month.dropped).toBeGreaterThan(0);
  expect(month.toOutsider).toBeLessThanOrEqual(days + 1);
});
