// A search of what people adopted in real games, and of the packs, finds no way to a standstill, or nearly none.
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { searchPromise, SHORT, WHOLE, type Effort } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame } from '../rehearsal/brick-game.ts';
import { moreIfSlow } from '../slowly.ts';
import { itemsIn, libraryFor } from '../tables/play.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const PROMISED = { kind: 'changeable', hours: 28 * 24, players: 3 } as const;
const ledger = { length: 0, at: () => null };
const items = itemsIn(readFileSync(new URL('../tables/given.yml', import.meta.url), 'utf8'));
const PACKS = {
  clans: '2008',
  crypt: '2021',
  'crypt-cleanup': '2021',
  gallery: '2021',
  menagerie: '2019',
  proving: '2021',
  'dice-and-dares': 'fireside',
};

function some<T>(all: readonly T[], each: number): readonly T[] {
  return ALL ? all : all.filter((_, at) => at % each === 1);
}

async function alarmAt(item: (typeof items)[number]): Promise<string | null> {
  const game = await BrickGame.begin({ core: 'suber' }, libraryFor(item, false));
  const { files, terms } = composeRuleset(libraryFor(item, true), { core: 'suber' });
  return alarmIn(game, { files, terms }, SHORT, item.id);
}

function alarmIn(
  { edition, state }: BrickGame,
  after: BrickGame['edition'],
  effort: Effort,
  name: string,
): string | null {
  const { way } = searchPromise({ before: edition, after, state, at: AT, ledger, caches }, PROMISED, effort);
  return way === null || way.wasSoBefore ? null : `${name}: ${JSON.stringify(way)}`;
}

test('rule changes that players of public nomics adopted, as tables', { timeout: 3_600_000 }, async () => {
  const tried = some(items, moreIfSlow(30, 12));
  const alarms: string[] = [];
  for (const item of tried) {
    const alarm = await alarmAt(item);
    if (alarm !== null) alarms.push(alarm);
  }
  expect(tried.length).toBeGreaterThan(1);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(tried.length / 50);
});

test.each(some(Object.entries(PACKS), 8))('the pack %s', { timeout: 600_000 }, async (dynasty, core) => {
  const game = await BrickGame.begin({ core, dynasty });
  expect(alarmIn(game, game.edition, ALL ? WHOLE : SHORT, dynasty)).toBeNull();
});
