import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { runScenario } from '../../src/scenario/run.ts';

const library = shippedLibrary;

/** A rite of passage, which rolls two dice, in a game that has what it takes. */
const rite = (dice: string): string => `
title: A rite
rules: { core: "2008", dynasty: clans }
start: 2008-11-03T09:00:00Z
players: { ana: { admin: true }, bo: {}, cy: { emperor: true } }
steps:
  - { at: +1h, by: cy, act: post-weekly-rituals, with: { title: Rituals } }
  - { at: +1h, by: bo, act: rite-of-passage, with: { beast: horned, size: normal }, ${dice} then: { players: { bo: { strength: 6 } } } }
  - { at: +2h, by: bo, act: heal, refused: healthy }
`;
const messages = async (text: string): Promise<readonly string[]> =>
  (await runScenario('rite.yml', text, library, caches)).failures.map(
    ({ step, message }) => `${step}: ${message}`,
  );

test('a step that rolls exactly the given dice passes', async () => {
  expect(await messages(rite('dice: [3, 2],'))).toEqual([]);
});

test.each(['', 'dice: [3],'])('a step that rolls more dice than given fails (%s)', async (dice) => {
  expect(await messages(rite(dice))).toEqual(['2: the step rolls a die of 5, but dice has no result left']);
});

test('a step that rolls fewer dice than given fails', async () => {
  expect(await messages(rite('dice: [3, 2, 1],'))).toEqual(['2: left over: dice 1']);
});
