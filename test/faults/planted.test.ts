import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { playPlanted } from './play-planted.ts';
import { PLANTED } from './planted.ts';

/** A few each time; all with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
const all = process.env['GITNOMIC_FAULTS'] === 'all';
const QUICK = new Map([
  // With the first game to be played: under some faults those before it take long, and notice nothing.
  ['changes of an action are missing from its line', 0],
  ['the hash of a line does not cover when it was seen', 0],
  ['what is pushed to main stays', 9],
]);
const chosen = PLANTED.filter(({ name }) => all || QUICK.has(name));
const MOST_GAMES = 400;

test.each(PLANTED)('$name: the patch still fits the sources', ({ file, replace }) => {
  const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  expect(text.split(replace)).toHaveLength(2);
});

test.each(chosen)(
  '$name: simulated games find it',
  async (fault) => {
    const found = await playPlanted(fault, MOST_GAMES, QUICK.get(fault.name));
    expect(found.invariant, `no game of ${found.games} noticed`).not.toBeNull();
    expect(fault.noticedBy).toContain(found.invariant);
  },
  1_200_000,
);
