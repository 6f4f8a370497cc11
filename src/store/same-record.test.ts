import { expect, test } from 'vitest';
import { compareLines } from '../care/replay/replay-compare.ts';
import { firstFrozenDifference } from './dynasties/compare-frozen.ts';
import type { RecordedLine } from './ledger-line.ts';

const line = (more: object): RecordedLine => ({
  n: 0,
  at: '2024-03-01T09:00:00Z',
  by: 'bo',
  what: 'dig',
  draws: [],
  changes: [],
  ...more,
});
const agree = (played: object, recorded: object): boolean =>
  compareLines([line(played)], [line(recorded)]) === null;

/** Reasons worded by an older engine, with today's wording. */
const REWORDED = [
  ['only an Admin may do this', 'only an admin can do this'],
  ['costs 4 oil, and bo has 1; it would fall below zero', 'costs 4 oil, but bo has only 1'],
  [
    'at the step "pay": the dynasty would be more than can be kept: 9 letters at most',
    'at the step "pay": the dynasty would be too long to save: 9 characters at most',
  ],
  [
    'to must name a player: there is no such player as "zed" on the roster',
    'to must name a player: there is no player called "zed" on the roster',
  ],
  [
    'the clause of Lamps fails at its effect of dig: x is not defined',
    'the code of Lamps fails in its effect of dig: x is not defined',
  ],
] as const;

test.each(REWORDED)('a game that recorded “%s” still replays as the same', (recorded, played) => {
  expect(agree({ refused: played }, { refused: recorded })).toBe(true);
  expect(agree({ refused: played }, {})).toBe(false);
  expect(agree({}, { refused: recorded })).toBe(false);
  expect(agree({ refused: played, what: 'light' }, { refused: recorded })).toBe(false);
  expect(agree({ refused: played, draws: [{ size: 6 }] }, { refused: recorded })).toBe(false);
  // Only reasons are worded by the engine.
  expect(agree({ result: played }, { result: recorded })).toBe(false);
});

test('what a rule itself said must be the same', () => {
  expect(agree({ refused: 'the lamp is lit' }, { refused: 'the lamp is out' })).toBe(false);
});

test('an omitted change may be worded differently, but their number must be the same', () => {
  const left = (...omitted: readonly object[]) => ({
    changes: [{ path: ['posts', '1'], before: null, after: { status: 'enacted', omitted } }],
  });
  const now = {
    change: 'run the code of Lamps',
    reason: 'its code is switched off and you play the rule by hand: x',
  };
  const then = {
    change: 'run the clause of Lamps',
    reason: 'it is switched off, and the rule is played by hand: x',
  };
  expect(agree(left(now), left(then))).toBe(true);
  expect(agree(left(now), left(then, then))).toBe(false);
  expect(agree(left(now), left({ ...then, by: 'zed' }))).toBe(false);
  const frozen = (omitted: object): ReadonlyMap<string, string> => {
    const post = JSON.stringify({ status: 'enacted', omitted: [omitted] });
    return new Map([['content/dynasties/1/posts/2024-03/2024-03-01-tea.json', post]]);
  };
  expect(firstFrozenDifference(frozen(now), frozen(then))).toBe(null);
  expect(firstFrozenDifference(frozen(now), frozen({ ...then, by: 'zed' }))).toContain('tea.json');
  const [path = ''] = frozen(now).keys();
  expect(firstFrozenDifference(frozen(now), new Map([[path, '{']]))).toBe(path);
});
