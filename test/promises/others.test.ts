// Promises besides that rules can be changed: bombs against them are found, and no core or pack is suspected.
import { expect, test } from 'vitest';

import { searchPromise, SHORT, WHOLE, type SearchedGame } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame } from '../rehearsal/brick-game.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { some } from '../slowly.ts';
import { bombClause, MISSED, OTHER_BOMBS } from './bombs.ts';
import { PROMISES } from './promised.ts';

const EFFORT = process.env['GITNOMIC_FUZZ'] === undefined ? SHORT : WHOLE;
const SLOWLY = { timeout: 900_000 };
/** Games in which an Admin resolves matters by hand may enact anything. */
const BY_HAND = 'prose';
const GAMES: readonly (readonly [core: string, dynasty?: string])[] = [
  [BY_HAND],
  ['2008', 'clans'],
  ['2019', 'menagerie'],
  ['2021', 'crypt'],
  ['2021', 'crypt-cleanup'],
  ['2021', 'gallery'],
  ['2021', 'proving'],
  ['fireside', 'dice-and-dares'],
  ['suber'],
];
const ledger = { length: 0, at: () => null };

function gameOf({ edition, state }: BrickGame, after = edition): SearchedGame {
  return { before: edition, after, state, at: AT, ledger, caches };
}

const FINDABLE = Object.entries(OTHER_BOMBS).filter(([name]) => !(name in MISSED));

test.each(some(FINDABLE, 8))('finds a way to %s', SLOWLY, async (_, [kind, body]) => {
  const game = await BrickGame.begin({ core: '2021', dynasty: 'proving' }, undefined, caches);
  const { way } = searchPromise(gameOf(game, game.with(bombClause(body))), PROMISES[kind], WHOLE);
  expect(way).toMatchObject({ wasSoBefore: false });
});

const OTHERS = Object.values(PROMISES).filter(({ kind }) => kind !== 'changeable');
const CASES = GAMES.flatMap(([core, dynasty]) =>
  OTHERS.map((promised) => ({ core, dynasty, promised, kind: promised.kind })),
);

test.each(some(CASES, 33))(
  'no false alarm in $core $dynasty, $kind',
  SLOWLY,
  async ({ core, dynasty, promised }) => {
    const game = await BrickGame.begin(
      { core, ...(dynasty === undefined ? {} : { dynasty }) },
      undefined,
      caches,
    );
    const { way } = searchPromise(gameOf(game), promised, EFFORT);
    if (core === BY_HAND && promised.kind === 'half-in-favour')
      expect(way?.moves).toMatchObject([{ do: 'enact', inFavour: 1 }]);
    else expect(way, JSON.stringify(way)).toBeNull();
  },
);
