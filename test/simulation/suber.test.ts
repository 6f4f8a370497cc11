import { expect, test } from 'vitest';

import { SuberGame } from './suber-game.ts';

const GAMES = Number(process.env['GITNOMIC_DYNASTIES'] ?? 2);
/** The first of them, so that many can be run in pieces. */
const FIRST = Number(process.env['GITNOMIC_FIRST'] ?? 0);
const STEPS = 150;

const seeds = Array.from({ length: GAMES }, (_, index) => FIRST + index);

test.each(seeds)('random game %i of the initial set follows its rules', async (seed) => {
  const game = new SuberGame(seed);
  await game.run(STEPS);
  expect(game.differences.slice(0, 5)).toEqual([]);
  // Few of a thousand games get no further, where those who vote are long in coming.
  expect(game.oracle.proposals.length).toBeGreaterThan(2);
});
