// Each feature is taken out once: the tests nearest to it have to notice, or one of them can’t fail.
import { expect, test } from 'vitest';

import { failuresWithout, withoutFeature } from './run-without.ts';
import { TAKEN_OUT } from './taken-out.ts';

test('each edit that removes a feature still fits the sources', () => {
  for (const one of TAKEN_OUT) expect(withoutFeature(one), one.feature).not.toBe('');
  expect(new Set(TAKEN_OUT.map(({ feature }) => feature)).size).toBe(TAKEN_OUT.length);
});

/** All of them with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
test.runIf(process.env['GITNOMIC_FAULTS'] === 'all').each(TAKEN_OUT)(
  'a test fails without it: $feature',
  async (one) => {
    expect(await failuresWithout(one.tests, one)).not.toEqual([]);
  },
  300_000,
);
