import { expect, test } from 'vitest';

import type { LedgerLine } from '../../store/ledger-line.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { countedInOrder, ledgerOf, peopleIn } from './collect-state.ts';
import type { GameShown } from './game-shown.ts';
import { recentOf } from './collect.ts';

test('sorts numbered things by number, and leaves others in the game’s order', () => {
  const ids = (...all: string[]): string[] =>
    countedInOrder(all.map((id) => [id, {}] as const)).map(([id]) => id);
  expect(ids('round-1', 'round-10', 'round-2')).toEqual(['round-1', 'round-2', 'round-10']);
  expect(ids('A1', 'B1', 'A2')).toEqual(['A1', 'B1', 'A2']);
  expect(ids('duel-10', 'duel-of-ana', 'duel-2')).toEqual(['duel-10', 'duel-of-ana', 'duel-2']);
});

test('doesn’t report a value as changed if it’s back to what it was some days ago', () => {
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

const MOOR = { title: 'Moor', sentence: 'moored at {berth-name}', with: {} };
const moored = (line: Partial<LedgerLine>) => {
  const whole = {
    n: 0,
    at: '2024-03-01T00:00:00Z',
    by: 'ana',
    what: 'moor',
    draws: [],
    changes: [],
    ...line,
  };
  const model = { actions: { moor: MOOR }, fields: {}, kinds: {}, times: {}, collections: {} };
  const state = { players: { ana: { name: 'Ana' } }, things: {}, posts: {}, dynasty: {}, game: {} };
  return ledgerOf({ ledger: [whole], model, state, wording: IN_ENGLISH } as unknown as GameShown)[0];
};
const die = (result: number) => ({ kind: 'dice', size: 6, result }) as const;

test('if an action did nothing to the one who took it, mentions the dice', () => {
  const said = (line: Partial<LedgerLine>) => moored({ with: { 'berth-name': 'G4' }, ...line })?.done;
  expect(said({ draws: [die(4)] })).toBe('moored at G4, with 4 on the die');
  expect(said({ draws: [die(4), die(1)] })).toBe('moored at G4, with 4, 1 on the dice');
  expect(said({ draws: [{ ...die(4), kind: 'secret' }] })).toBe('moored at G4');
  expect(said({ draws: Array.from({ length: 7 }, () => die(2)) })).toBe('moored at G4');
  expect(said({ draws: [die(4)], refused: 'the tide is out' })).toBe('was not allowed to do “Moor”');
  const oil = { path: ['players', 'ana', 'oil'], before: 1, after: 3 };
  expect(said({ draws: [die(4)], changes: [oil] })).toBe('moored at G4: Oil 1 → 3');
});

test('doesn’t repeat below an action what its sentence already says', () => {
  expect(moored({ with: { 'berth-name': 'G4', motto: 'Ahoy' } })?.words).toBe('Motto: Ahoy');
  expect(moored({ with: { 'berth-name': 'G4' } })?.words).toBe('');
});

test.each([
  ['did not play along', 'moor', { path: ['players', 'bo', 'oil'] }, undefined],
  ['has what a rule gave to all', 'enact 3', { path: ['players', 'ana', 'oil'] }, undefined],
  ['played along', 'moor', { path: ['players', 'ana', 'oil'] }, 3],
])('shows a past dynasty’s head’s values only if they played along: one who %s', (_, what, change, oil) => {
  const values = { state: 'active', oil: 3 };
  const opening = [
    { path: ['dynasty', 'number'], before: 1, after: 2 },
    { path: ['players', 'ana', 'oil'], before: 9, after: 3 },
  ];
  const past = {
    open: null,
    read: { facts: { machines: [] } },
    model: { fields: { player: { state: { rule: 'core/players' }, oil: { rule: 'dynastic/oil' } } } },
    state: { players: { ana: values, bo: values }, dynasty: { emperor: 'ana' }, submissions: {} },
    ledger: [
      { what: 'ascend', changes: opening },
      { what, changes: [change] },
    ],
  } as unknown as GameShown;
  const [ana, bo] = peopleIn(past, [], '2024-03-01T00:00:00Z');
  expect([ana?.values['oil'], ana?.values['state'], bo?.values['oil']]).toEqual([oil, 'active', 3]);
});
