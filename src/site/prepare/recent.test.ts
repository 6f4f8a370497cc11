import { expect, test } from 'vitest';

import type { LedgerLine } from '../../store/ledger-line.ts';
import { recentOf } from './collect.ts';

const NOW = '2024-03-20T09:00:00Z';
const line = (n: number, at: string, key: string, before: number, after: number): LedgerLine => ({
  n,
  at,
  by: 'ana',
  what: 'take-pip',
  draws: [],
  changes: [{ path: ['players', 'ana', key], before, after }],
});

test('lists values that changed in the last days with their earlier value', () => {
  const ledger = [
    line(0, '2024-03-10T09:00:00Z', 'pips', 1, 2),
    line(1, '2024-03-19T09:00:00Z', 'pips', 2, 3),
    line(2, '2024-03-20T08:00:00Z', 'pips', 3, 4),
    line(3, '2024-03-19T10:00:00Z', 'luck', 3, 4),
    line(4, '2024-03-19T11:00:00Z', 'luck', 4, 3),
  ];
  expect(recentOf(ledger, NOW)).toEqual({ 'players.ana.pips': { before: 2, at: '2024-03-20T08:00:00Z' } });
});

test('lists recent changes even if something happened later by a clock that was put back', () => {
  const ledger = [
    line(0, '2024-03-19T09:00:00Z', 'pips', 2, 3),
    line(1, '2024-02-19T09:00:00Z', 'luck', 3, 4),
  ];
  expect(recentOf(ledger, NOW)).toEqual({ 'players.ana.pips': { before: 2, at: '2024-03-19T09:00:00Z' } });
});
