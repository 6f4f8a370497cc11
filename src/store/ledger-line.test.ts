import { expect, test } from 'vitest';

import type { Input } from '../kernel/inputs.ts';
import {
  describeDone,
  describeInput,
  describeResolved,
  isResolution,
  ledgerReader,
  linesIn,
  readEnding,
  resolving,
  triedAgain,
  tryingAgain,
  wordsOfInput,
  type LedgerLine,
} from './ledger-line.ts';

const line = (n: number): LedgerLine => ({
  n,
  at: '2024-03-01T09:00:00Z',
  by: 'bo',
  what: 'dig',
  draws: [],
  changes: [],
});

test('a ledger continued after past dynasties counts theirs, and shows the rules only its own lines', () => {
  const own = [line(5), line(6)];
  const reader = ledgerReader(own);
  expect([linesIn([]), linesIn(own), reader.length]).toEqual([0, 7, 7]);
  expect([5, 6, -1, -2].map((index) => reader.at(index))).toEqual([own[0], own[1], own[1], own[0]]);
  expect([0, 4, 7, -3].map((index) => reader.at(index))).toEqual([null, null, null, null]);
  expect(ledgerReader([]).at(0)).toBeNull();
});

test('the rules see the public version of a line', () => {
  const [hidden, open] = [line(0), { ...line(0), what: 'open' }];
  expect(ledgerReader([hidden], new Map([[hidden, open]])).at(0)).toBe(open);
});

test.each([
  ['enact 3', { how: 'enact', matter: '3' }],
  ['fail b7', { how: 'fail', matter: 'b7' }],
  ['enact', null],
  ['re-enact 3', null],
  ['dig', null],
])('reads %s as the ending %j', (what, ending) => {
  expect(readEnding(what)).toEqual(ending);
});

test('recognizes the retry of an event by its line number', () => {
  expect([triedAgain({ what: tryingAgain(12) }), triedAgain({ what: 'dig' })]).toEqual(['12', undefined]);
});

const TIME = 'time market-day';
const act = { type: 'act', action: 'dig', with: { depth: 3 } } as unknown as Input;
const fail = { type: 'fail', matter: '3' } as unknown as Input;
const open = { type: 'open', submission: '4', with: { bid: 2 } } as unknown as Input;
const reaction = { type: 'vote', on: '3' } as unknown as Input;

test.each([
  [act, 'dig', 'dig', { with: { depth: 3 } }],
  [fail, 'resolve 3', 'fail 3', {}],
  [open, 'open', 'open', { with: { submission: '4', bid: 2 } }],
  [reaction, 'vote', 'vote', { with: { on: '3' } }],
])('describes %j in the ledger', (input, asked, done, words) => {
  expect([describeInput(input), describeDone(input), wordsOfInput(input)]).toEqual([asked, done, words]);
});

test('draws belong to a matter, however it ends, or to a scheduled event', () => {
  expect(['3', TIME].map(resolving)).toEqual(['resolve 3', TIME]);
  expect(['resolve 3', TIME, 'dig', 'enact 3'].map(isResolution)).toEqual([true, true, false, false]);
  expect(
    (['enacted', 'failed', 'happened'] as const).map((outcome) => describeResolved({ matter: '3', outcome })),
  ).toEqual(['enact 3', 'fail 3', '3']);
});
