// A search for states from which nobody can change a rule, with no hint but which rules are new.
import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { searchPromise, type Searched } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame } from '../rehearsal/brick-game.ts';
import { slowTest } from '../slowly.ts';
import { bombClause, BOMBS, MISSED } from './bombs.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const PROMISED = { kind: 'changeable', hours: 28 * 24, players: 3 } as const;
const MOST_MOVES = 12;
/** It takes a few seconds. */
const FOUND_SOON: ReadonlySet<string> = new Set(['state: one number of many']);
const opened = BrickGame.begin({ core: '2021', dynasty: 'proving' });

function search(game: BrickGame, body: string): Searched {
  const after = game.with(bombClause(body));
  const ledger = { length: 0, at: () => null };
  return searchPromise({ before: game.edition, after, state: game.state, at: AT, ledger, caches }, PROMISED);
}

/** Moves as they are told: the same one several times in a row is told once. */
function linesOf({ way }: Searched): number {
  const moves = (way?.moves ?? []).map((move) => JSON.stringify(move));
  return moves.filter((move, place) => move !== moves[place - 1]).length;
}

test.each(Object.entries(BOMBS).filter(([name]) => !(name in MISSED) && (ALL || FOUND_SOON.has(name))))(
  'finds a way to %s',
  { timeout: 900_000 },
  async (_, body) => {
    const searched = search(await opened, body);
    expect(searched.way).not.toBeNull();
    expect(searched.way?.wasSoBefore).toBe(false);
    expect(linesOf(searched)).toBeLessThanOrEqual(MOST_MOVES);
    expect(searched.way?.at).toHaveLength(searched.way?.moves.length ?? 0);
  },
);

slowTest('what led to a standstill before as well is told as that', { timeout: 900_000 }, async () => {
  const { state } = await opened;
  const bomb = bombClause(BOMBS['state: a switch that anybody turns'] ?? '');
  const armed = BrickGame.of((await opened).with(bomb), state);
  const after = armed.with({
    'content/ruleset/dynastic/bells.md':
      '---\ntitle: Bells\n---\n| Bells | Price |\n| - | - |\n| One | 3 |\n',
  });
  const game = { before: armed.edition, after, state, at: AT, ledger: { length: 0, at: () => null }, caches };
  expect(searchPromise(game, PROMISED).way).toMatchObject({ wasSoBefore: true });
});
