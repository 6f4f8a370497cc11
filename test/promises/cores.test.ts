// Every core promises that the game can be amended, and every search of a core ends without a false alarm.
import { expect, test } from 'vitest';

import { composeRuleset } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { searchPromise, SHORT, WHOLE } from '../../src/rehearse/search-promises.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { AT, BrickGame } from '../rehearsal/brick-game.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { some } from '../slowly.ts';

const CORES = ['2008', '2019', '2021', 'fireside', 'prose', 'suber'];
const EFFORT = process.env['GITNOMIC_FUZZ'] === undefined ? SHORT : WHOLE;

test.each(CORES)('core %s promises that it can be amended within four weeks', (core) => {
  const { files, terms } = composeRuleset(shippedLibrary, { core });
  const { manifest, doubts } = readRuleset(files, terms);
  const made = manifest.rules.flatMap(({ promises = [] }) => promises);
  expect(made).toMatchObject([{ kind: 'changeable', hours: 28 * 24, players: 3 }]);
  expect(doubts.filter(({ code }) => code === 'no-such-promise')).toEqual([]);
});

test.each(some(CORES, 6))('finds no way to break what core %s promises', async (core) => {
  const { edition, state } = await BrickGame.begin({ core }, undefined, caches);
  const game = {
    before: edition,
    after: edition,
    state,
    at: AT,
    ledger: { length: 0, at: () => null },
    caches,
  };
  const { way, tries } = searchPromise(game, { kind: 'changeable', hours: 28 * 24, players: 3 }, EFFORT);
  expect(way).toBeNull();
  expect(tries).toBeGreaterThan(SHORT.tries / 2);
});
