import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readLibrary } from '../../src/store/library.ts';
import { isNoticed, mutantsOf } from './mutants.ts';

const library = readLibrary();
const place = new URL('noticed.json', import.meta.url);
const noticed = JSON.parse(readFileSync(place, 'utf8')) as Record<
  string,
  { scenario: string; after: string }
>;
const mutants = mutantsOf(library);

/** All of them take minutes: that is for the long suite. */
const whole = process.env['GITNOMIC_LIVE'] === 'whole';
const EACH = 20;
const tried = Object.entries(noticed).filter((_, at) => whole || at % EACH === 0);

test('everything that is noted is live in the library, and its scenario is there', () => {
  const known = new Set(mutants.map(({ key }) => key));
  expect(Object.keys(noticed).length).toBeGreaterThan(100);
  expect(Object.keys(noticed).filter((key) => !known.has(key))).toEqual([]);
  expect(Object.values(noticed).filter(({ scenario }) => !library.has(scenario))).toEqual([]);
});

test.each(tried)(
  '%s, changed, changes how a scenario ends',
  { timeout: 120_000 },
  async (key, { scenario, after }) => {
    const mutant = mutants.find((one) => one.key === key);
    expect(mutant && (await isNoticed(library, mutant, after, scenario))).toBe(true);
  },
);
