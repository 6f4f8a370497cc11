import { expect, test } from 'vitest';

import { moreIfSlow } from '../../slowly.ts';
import { simulate } from './game.ts';

const A_BATCH = 10;
/** The first batch holds a game whose hostile clause takes half a minute, so it is left to the long suite. */
const FIRST_IN_SHORT = 10;
/** Three games in `npm test`, and a whole batch in the slow tests. */
const SHORT = moreIfSlow(13, 20);

/**
 * Whole games on the embedded forge, with people who try everything and a world that fails; invariants.ts says what has
 * to hold. `GITNOMIC_GAMES=10000 npx vitest run test/simulation/whole` is the long suite, and `GITNOMIC_GAME=7` plays
 * one game again and makes it as short as it can be. Files share them, so that each core has its part.
 */
export function playGames(part: number, parts: number): void {
  const one = process.env['GITNOMIC_GAME'];
  const wanted = process.env['GITNOMIC_GAMES'];
  const games = Number(wanted ?? SHORT);
  const from = wanted === undefined ? FIRST_IN_SHORT : 0;
  const all = Array.from(
    { length: Math.ceil((games - from) / A_BATCH) },
    (_, index) => from + index * A_BATCH,
  );
  const partOf = (file: number): number[] => all.filter((_, index) => index % parts === file);
  const batches = one === undefined ? partOf(part) : part === 0 ? [Number(one)] : [];
  test('every game is played by one of the files', () => {
    const each = Array.from({ length: parts }, (_, file) => partOf(file)).flat();
    expect(each.toSorted((a, b) => a - b)).toEqual(all);
  });
  test.each(batches)(
    'games from seed %i on keep every invariant',
    async (first) => {
      const last = one === undefined ? Math.min(first + A_BATCH, games) : first + 1;
      for (let seed = first; seed < last; seed += 1) {
        const { broken } = await simulate(seed, { shrink: one !== undefined });
        expect(broken, `play it again with GITNOMIC_GAME=${seed}`).toBeNull();
      }
    },
    600_000,
  );
}
