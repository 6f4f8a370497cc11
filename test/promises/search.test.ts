// A search for states from which nobody can change a rule, with no hint but which rules are new.
import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { sayWay } from '../../src/rehearse/ask-promises.ts';
import { searchStandstill, type Searched } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame, type Changes } from '../rehearsal/brick-game.ts';
import { clause } from '../rehearsal/brick-parts.ts';
import { BOMBS } from './bombs.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const PROMISED = { hours: 28 * 24, players: 3 };
const MOST_MOVES = 12;
/** It takes a few seconds. */
const FOUND_SOON: ReadonlySet<string> = new Set(['state: one number of many']);
const opened = BrickGame.begin({ core: '2021', dynasty: 'proving' });

function search(game: BrickGame, body: string): Searched {
  const words =
    'import { action, boolean, choice, hoursAfter, integer, list, optional, player, rule, text, time }';
  const changes: Changes = Object.fromEntries(
    Object.entries(clause(body)()).map(([path, text]) => [path, text.replace('import { rule }', words)]),
  );
  const after = game.with(changes);
  const ledger = { length: 0, at: () => null };
  return searchStandstill(
    { before: game.edition, after, state: game.state, at: AT, ledger, caches },
    PROMISED,
  );
}

/** Moves as they are told: the same one several times in a row is told once. */
function linesOf({ way }: Searched): number {
  const moves = (way?.moves ?? []).map((move) => JSON.stringify(move));
  return moves.filter((move, place) => move !== moves[place - 1]).length;
}

test.each(Object.entries(BOMBS).filter(([name]) => ALL || FOUND_SOON.has(name)))(
  'a way is found to %s',
  { timeout: 300_000 },
  async (_, body) => {
    const searched = search(await opened, body);
    expect(sayWay(searched)).toMatch(/Nobody could change a rule any more after this: /u);
    expect(linesOf(searched)).toBeLessThanOrEqual(MOST_MOVES);
    expect(searched.way?.at).toHaveLength(searched.way?.moves.length ?? 0);
  },
);
