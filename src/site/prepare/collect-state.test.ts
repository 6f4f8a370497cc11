import { expect, test } from 'vitest';

import type { LedgerLine } from '../../play/ledger-line.ts';
import { countedInOrder } from './collect-state.ts';
import { recentOf } from './recent.ts';

test('things that are counted are in their order, and others as the game has them', () => {
  const ids = (...all: string[]): string[] =>
    countedInOrder(all.map((id) => [id, {}] as const)).map(([id]) => id);
  expect(ids('round-1', 'round-10', 'round-2')).toEqual(['round-1', 'round-2', 'round-10']);
  expect(ids('A1', 'B1', 'A2')).toEqual(['A1', 'B1', 'A2']);
  expect(ids('duel-10', 'duel-of-ana', 'duel-2')).toEqual(['duel-10', 'duel-of-ana', 'duel-2']);
});

test('a value that is again as it was some days ago is not told as changed', () => {
  const line = (n: number, oil: readonly [number, number], ore: readonly [number, number]): LedgerLine => ({
    n,
    at: `2024-03-0${n}T00:00:00Z`,
    by: 'ana',
    what: 'x',
    draws: [],
    changes: [
      { path: ['players', 'ana', 'oil'], before: oil[0], after: oil[1] },
      { path: ['players', 'ana', 'ore'], before: ore[0], after: ore[1] },
    ],
  });
  const ledger = [line(1, [3, 4], [1, 2]), line(2, [4, 3], [2, 5])];
  expect(recentOf(ledger, '2024-03-03T00:00:00Z')).toEqual({
    'players.ana.ore': { before: 1, at: '2024-03-02T00:00:00Z' },
  });
});
