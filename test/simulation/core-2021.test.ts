import { expect, test } from 'vitest';

import { SimulatedDynasties } from './core-2021-dynasties.ts';

const GAMES = Number(process.env['GITNOMIC_DYNASTIES'] ?? 2);
const STEPS = 300;

const seeds = Array.from({ length: GAMES }, (_, index) => index);

test.each(seeds)('random game %i follows the rules of 2021, and is the same when repeated', async (seed) => {
  const game = new SimulatedDynasties(`core 2021, ${seed}`, { imperialDeferentials: seed % 2 === 1 });
  const whole = await game.run(STEPS);
  expect(game.differences.slice(0, 5)).toEqual([]);
  expect(new Set(game.matters.map(({ status }) => status))).toEqual(
    new Set(['pending', 'enacted', 'failed']),
  );
  expect(await game.again()).toBe(whole);
});
