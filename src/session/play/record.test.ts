import { expect, test } from 'vitest';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Input } from '../../kernel/inputs.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import { refusedOutcome } from './outcome.ts';
import { failingClause, isPermanent, whyHopeless } from './failing-clause.ts';
import { GameRecord } from './record.ts';
import { whyNotOn, sayLocks, GOES_ON } from './say-rehearsal.ts';
import { Stuck } from './stuck.ts';

const at = '2024-03-01T09:00:00Z';
const PUBLIC = { fields: {}, collections: {}, actions: {}, views: {} } as unknown as ModelDescription;
const SECRET = {
  ...PUBLIC,
  fields: { player: { hand: { rule: 'x', type: { kind: 'text', private: true } } } },
} as unknown as ModelDescription;

const dig = { type: 'act', at, by: 'bo', action: 'dig', with: { depth: 3 } } as unknown as Input;
const words = { type: 'comment', at, by: 'bo', on: '3' } as unknown as Input;
const done = (more: object = {}) => ({ ok: true, changes: [], draws: [], result: null, ...more }) as never;
const refused = refusedOutcome('no', 'the ground is hard');

/** A record whose dice fall in turn. */
function record(...rolls: readonly number[]): { record: GameRecord; model: (to: ModelDescription) => void } {
  let [place, model] = [0, PUBLIC];
  const made = new GameRecord(
    [],
    () => rolls[place++] ?? 1,
    () => model,
  );
  made.start();
  return { record: made, model: (to) => void (model = to) };
}
const roll = (of: GameRecord, size = 6) => of.draw({ kind: 'dice', size, options: null, labels: [] });
const said = (of: GameRecord): readonly Partial<LedgerLine>[] => of.ledger;

test('records every action, but words only if dice were rolled for them', () => {
  const { record: own } = record(4);
  own.accepted(dig, done({ result: 7 }));
  own.begin();
  own.accepted(words, done());
  expect(said(own)).toEqual([
    { n: 0, at, by: 'bo', what: 'dig', with: { depth: 3 }, draws: [], changes: [], result: 7 },
  ]);
  roll(own);
  own.accepted(words, done({ draws: own.rolled }));
  expect(said(own)[1]).toEqual({
    n: 1,
    at,
    by: 'bo',
    what: 'comment',
    with: { on: '3' },
    draws: [{ kind: 'dice', size: 6, result: 4 }],
    changes: [],
  });
});

test('records a refused step only if it made new rolls', () => {
  const { record: own } = record(4, 4, 2);
  own.refusedRolls(dig, 'dig', refused);
  expect(own.ledger).toEqual([]);
  roll(own);
  own.refusedRolls(dig, 'dig', refused);
  expect(said(own)).toMatchObject([
    { what: 'dig', refused: 'the ground is hard', changes: [], draws: [{ result: 4 }] },
  ]);
  own.begin();
  roll(own);
  own.refusedRolls(dig, 'dig', refused);
  expect(own.ledger).toHaveLength(1);
  roll(own);
  own.refusedRolls(dig, 'dig', refused);
  expect(own.ledger).toHaveLength(2);
});

test('records a step that can’t be finished, and a matter only once', () => {
  const { record: own } = record();
  const outcome = { ...refused, refusal: { ...refused.refusal, where: 'dynastic/gulls.ts:3' } };
  for (const what of ['resolve 3', 'resolve 3', 'resolve 4', 'dig', 'dig'])
    own.stopped({ at, by: 'engine' }, what, outcome, what, { fault: 'bounds' });
  own.stopped({ at, by: 'engine' }, 'resolve 3', outcome, 'resolve 3 without gulls', { engine: 'b1' });
  expect(own.ledger.map(({ what, stopped, where }) => [what, stopped, where])).toEqual([
    ['resolve 3', 'resolve 3', 'dynastic/gulls.ts:3'],
    ['resolve 4', 'resolve 4', 'dynastic/gulls.ts:3'],
    ['dig', 'dig', undefined],
    ['dig', 'dig', undefined],
    ['resolve 3', 'resolve 3 without gulls', 'dynastic/gulls.ts:3'],
  ]);
  expect([own.ledger[0]?.fault, own.ledger[4]?.engine]).toEqual(['bounds', 'b1']);
});

test('draws nothing during a trial, and gives no result for a step that needs a draw', () => {
  const { record: own } = record(5);
  expect(own.tentatively(() => roll(own))).toBeNull();
  expect(own.tentatively(() => 7)).toBe(7);
  const fault = new TypeError('a fault');
  expect(() =>
    own.tentatively(() => {
      throw fault;
    }),
  ).toThrow(fault);
  expect([roll(own), own.rolled]).toEqual([5, [{ kind: 'dice', size: 6, result: 5 }]]);
});

test('secret choices aren’t rolls, and a refused step’s dice are rolled again at the same sizes', () => {
  const { record: own } = record(1, 2, 3);
  own.draw({ kind: 'secret', size: 6, options: null, labels: [] } as never);
  expect(own.rolled).toEqual([]);
  expect(own.rollAgain([6, 10])).toEqual([
    { kind: 'dice', size: 6, result: 2 },
    { kind: 'dice', size: 10, result: 3 },
  ]);
});

test('hides what is or was private under a line’s rules, even after the rule is gone', () => {
  const { record: own, model } = record();
  const change = { path: ['players', 'bo', 'hand'], before: null, after: 'ace' };
  model(SECRET);
  own.accepted(dig, done({ changes: [change] }));
  model(PUBLIC);
  own.accepted(dig, done({ changes: [change] }));
  own.accepted(dig, done({ changes: [change] }));
  expect(own.ledger.map((line) => own.openLine(line).changes.length)).toEqual([0, 0, 1]);
  expect([own.reader.length, (own.reader.at(0) as LedgerLine).changes]).toEqual([3, []]);
});

test('blames a clause by its rule or its place, and never leaves out core rules', () => {
  const blame = (more: object) => failingClause({ code: 'clause-fails', reason: 'x', rule: null, ...more });
  expect(blame({ where: 'dynastic/gulls.ts:30' })).toEqual({ module: 'dynastic/gulls.ts', reason: 'x' });
  expect(blame({ rule: { path: 'dynastic/beds', title: 'Beds' } })?.module).toBe('dynastic/beds.ts');
  expect([blame({})?.module, blame({ code: 'refused' })]).toEqual(['', null]);
  expect(['core/votes', 'special-case/x', 'appendix/y', 'dynastic/core'].map(isPermanent)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

const off = (...modules: readonly string[]) =>
  modules.map((module) => ({ module, reason: `${module} fails` }));

test.each([
  [[], null],
  [['dynastic/a.ts'], null],
  [['dynastic/a.ts', 'dynastic/a.ts'], null],
  [['dynastic/a.ts', 'dynastic/a.ts', 'dynastic/a.ts'], 'dynastic/a.ts fails'],
  [['dynastic/a.ts', 'dynastic/b.ts', 'dynastic/a.ts'], null],
  [['core/a.ts'], 'core/a.ts fails'],
  [[''], null],
  [['', ''], ' fails'],
])('after leaving out %j, gives up because of %j', (modules, why) => {
  expect(whyHopeless(off(...modules))).toBe(why);
});

test('sets aside matters held up by a failing clause, and waits for those that rules refuse', () => {
  const stuck = new Stuck();
  stuck.note('1', { code: 'refused' });
  stuck.note('2', { code: 'clause-fails' });
  stuck.note('3', null);
  expect([[...stuck], [...stuck.aside]]).toEqual([
    ['1', '2', '3'],
    ['2', '3'],
  ]);
  const more = stuck.with(['4']);
  expect([[...more], [...more.aside], stuck.size]).toEqual([['1', '2', '3', '4'], ['2', '3'], 3]);
  stuck.clear();
  expect([stuck.size, stuck.aside.size]).toEqual([0, 0]);
});

test('describes what a rehearsal found: a stop before a freeze, and what nobody could do any more', () => {
  expect([whyNotOn(GOES_ON), sayLocks(GOES_ON)]).toEqual([null, []]);
  expect(whyNotOn({ ...GOES_ON, freezes: 'b' })).toBe('no rule could ever be changed again: b');
  expect(whyNotOn({ ...GOES_ON, stops: 'a', freezes: 'b' })).toBe('nothing could ever pass again: a');
  expect(sayLocks({ ...GOES_ON, locks: ['vote'], untried: 'c' })).toEqual([
    'from then on nobody could vote',
    'the test run did not work: c',
  ]);
});
