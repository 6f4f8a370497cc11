/** Finds variables that have reached a number. */
import type { Person } from '../world.ts';
import { about, type RowMoment, type Chosen } from './moment.ts';
import type { When } from './row.ts';
import { settle } from './settle.ts';

/** Rows can trigger each other, so the passes are limited. Stopped rows are on record and continue with the next change. */
const MOST_PASSES = 20;

export function findReached(e: RowMoment, rows: readonly When[]): void {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const reached = [...Map.groupBy(rows, ({ reach }) => reach?.memory)].flatMap(([, same]) =>
      reachedBy(e, same[0]).map((person) => [person, same] as const),
    );
    if (reached.length === 0) return;
    for (const [person, same] of reached)
      settle({ ...about(e, person), person, isNamed: person !== null }, same);
  }
  const game = e.g.game as unknown as Record<string, number>;
  for (const name of new Set(rows.flatMap(({ reach }) => reach?.stopped ?? [])))
    game[name] = (game[name] ?? 0) + 1;
}

function reachedBy(e: RowMoment, row: When | undefined): readonly (Person | null)[] {
  const reach = row?.reach;
  if (reach === undefined) return [];
  const all = reach.of === 'game' ? [null] : e.g.players.all();
  return e.g.maybe(
    () =>
      all.filter((person) => {
        const owner = (person ?? e.g.game) as unknown as Chosen;
        const is = reach.is(about(e, person));
        if (owner[reach.memory] === is) return false;
        owner[reach.memory] = is;
        return is;
      }),
    [],
  );
}
