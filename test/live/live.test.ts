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

/** What no scenario can notice so, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'crypt dynastic/players: allegiance':
    'When a game begins nobody is there whom it could name; allegiance-amended.yml amends it in play.',
  'crypt-cleanup dynastic/unlife: allegiance':
    'When a game begins nobody is there whom it could name; allegiance-amended.yml amends it in play.',
};

/** All of them take minutes: that is for the long suite. */
const whole = process.env['GITNOMIC_LIVE'] === 'whole';
const EACH = 60;
const tried = Object.entries(noticed).filter((_, at) => whole || at % EACH === 0);

test('an existing scenario notices each live value of the library, or it’s excepted with a reason', () => {
  const known = new Set(mutants.map(({ key }) => key));
  const unnoticed = mutants.filter(({ key }) => !(key in noticed) && !(key in EXCEPTIONS));
  expect(unnoticed.map(({ key }) => key)).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((key) => !known.has(key) || key in noticed)).toEqual([]);
  expect(Object.keys(noticed).filter((key) => !known.has(key))).toEqual([]);
  expect(Object.values(noticed).filter(({ scenario }) => !library.has(scenario))).toEqual([]);
});

test.each(tried)('changing %s changes how a scenario ends', async (key, { scenario, after }) => {
  const mutant = mutants.find((one) => one.key === key);
  expect(mutant && (await isNoticed(library, mutant, after, scenario))).toBe(true);
});
