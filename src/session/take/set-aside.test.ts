import { expect, test } from 'vitest';
import { type LedgerLine, SET_ASIDE, tryingAgain } from '../../store/ledger-line.ts';
import { linesToTryAgain, setAside } from './set-aside.ts';

const line = (n: number, what: string, more: object = {}): LedgerLine => ({
  n,
  at: '2026-01-01T00:00:00Z',
  by: 'engine',
  what,
  draws: [],
  changes: [],
  ...more,
});
const aside = line(0, SET_ASIDE, { stopped: 'event 12', engine: 'old' });

test('an event that was set aside is tried again by another build of the engine, and not by the same', () => {
  expect(linesToTryAgain([aside], () => 'new')).toEqual([12]);
  expect(linesToTryAgain([aside], () => 'old')).toEqual([]);
  expect(setAside([aside]).map(([at]) => at)).toEqual([12]);
});

test('once it was taken in after all, nothing is left to try', () => {
  const ledger = [aside, line(1, tryingAgain(12))];
  expect(linesToTryAgain(ledger, () => 'newer')).toEqual([]);
  expect(setAside(ledger)).toEqual([]);
});
