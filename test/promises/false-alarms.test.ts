// A search of what people adopted in real games, and of the packs, finds no way to a standstill, or nearly none.
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { composeRuleset } from '../../src/ruleset/compose.ts';
import { searchPromise, SHORT, WHOLE, type Effort } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame } from '../rehearsal/brick-game.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { HAS_TIME, moreIfSlow } from '../slowly.ts';
import { itemsIn, libraryFor } from '../tables/play.ts';
import { PROMISES } from './promised.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
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

type Promised = (typeof PROMISES)[keyof typeof PROMISES];

async function alarmAt(item: (typeof items)[number], promised: Promised): Promise<string | null> {
  const game = await BrickGame.begin({ core: 'suber' }, libraryFor(item, false), caches);
  const { files, terms } = composeRuleset(libraryFor(item, true), { core: 'suber' });
  return alarmIn(game, { files, terms }, { promised, effort: SHORT, name: item.id });
}

function alarmIn(
  { edition, state }: BrickGame,
  after: BrickGame['edition'],
  { promised, effort, name }: { readonly promised: Promised; readonly effort: Effort; readonly name: string },
): string | null {
  const { way } = searchPromise({ before: edition, after, state, at: AT, ledger, caches }, promised, effort);
  return way === null || way.wasSoBefore ? null : `${name}: ${JSON.stringify(way)}`;
}

test('rule changes that players of public nomics adopted, as tables', { timeout: 3_600_000 }, async () => {
  const kinds = HAS_TIME ? Object.values(PROMISES) : [PROMISES.changeable];
  const tried = some(items, moreIfSlow(30, 12)).flatMap((item) =>
    kinds.map((promised) => ({ item, promised })),
  );
  const alarms: string[] = [];
  for (const { item, promised } of tried) {
    const alarm = await alarmAt(item, promised);
    if (alarm !== null) alarms.push(`${promised.kind}: ${alarm}`);
  }
  expect(tried.length).toBeGreaterThan(1);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(tried.length / 50);
});

test.each(some(Object.entries(PACKS), 8))('the pack %s', { timeout: 600_000 }, async (dynasty, core) => {
  const game = await BrickGame.begin({ core, dynasty }, undefined, caches);
  expect(
    alarmIn(game, game.edition, {
      promised: PROMISES.changeable,
      effort: ALL ? WHOLE : SHORT,
      name: dynasty,
    }),
  ).toBeNull();
});
