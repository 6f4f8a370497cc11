import { expect, test } from 'vitest';

import type { RuleEntry } from '../../kernel/manifest.ts';
import { emptyState, type State } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import { dynasty } from '../data/fixtures/site-of.ts';
import { Naming } from '../../wording/naming.ts';
import { collectRecord } from './collect-record.ts';
import type { RuleChange } from './history.ts';
import type { PastShown } from './past-shown.ts';
import { RenderedCache } from './rendered-cache.ts';

const MODEL = { fields: {}, collections: {}, actions: {}, kinds: {}, times: {} } as never;
const AT = (day: number): string => `2024-03-0${day}T09:00:00Z`;

interface Given {
  readonly changes?: readonly RuleChange[];
  readonly ledger?: readonly RecordedLine[];
  readonly past?: PastShown['dynasties'];
  readonly running?: State['dynasty'];
  readonly dice?: { readonly source: string; readonly hash?: string };
}

function recordOf({ changes = [], ledger = [], past = [], running = {}, dice = { source: 'seed' } }: Given) {
  const state = { ...emptyState(), dynasty: running };
  return collectRecord({
    changes,
    ledger,
    past,
    dice,
    state,
    variables: [],
    rules: [{ path: 'core/votes' }, { path: 'core/oil' }] as unknown as RuleEntry[],
    now: AT(9),
    naming: new Naming({ model: MODEL, state, wording: IN_ENGLISH }),
    rendered: new RenderedCache(),
  });
}

const change = (
  day: number,
  rule: string,
  before: string | null,
  after: string | null,
  post = `${day}`,
): RuleChange => ({
  at: AT(day),
  post,
  rule,
  before,
  after,
  values: { before: [], after: [] },
});

test('the history of a rule in force says what each matter made of it, with a comparison of the words', () => {
  const { history } = recordOf({
    changes: [
      change(1, 'core/votes', null, 'They last. **Two** days.'),
      change(2, 'core/oil', 'It burns.', null),
      change(3, 'core/votes', 'They last. **Two** days.', 'They last. **Three** days.'),
      change(4, 'dynastic/gone', 'Old.', 'New.'),
    ],
  });
  expect(
    history.map(({ rule, post, makes, repeals, sentences }) => [rule, post, makes, repeals, sentences]),
  ).toEqual([
    ['core/votes', '1', true, false, [{ place: 0, text: 'They last.' }]],
    ['core/votes', '3', false, false, [{ place: 1, text: 'Three days.' }]],
    ['core/oil', '2', false, true, []],
  ]);
  // A getter compares the words when it is read.
  const words = history.map((one) => Object.getOwnPropertyDescriptor(one, 'words'));
  expect(words.map((one) => typeof one?.get)).toEqual(['function', 'function', 'function']);
  expect(JSON.stringify(history[1]?.words)).toMatch(/Two.*Three/u);
  expect(JSON.stringify(history[2]?.words)).toContain('burns');
});

test('lists the moments when rules changed in order, one for all changes of a matter', () => {
  const { moments } = recordOf({
    changes: [
      change(3, 'core/votes', 'a', 'b', 'x'),
      change(1, 'core/votes', 'b', 'c', 'y'),
      change(3, 'core/oil', 'a', 'b', 'x'),
      change(3, 'dynastic/gone', 'a', 'b', 'z'),
    ],
  });
  expect(moments).toEqual([
    { at: AT(1), post: 'y' },
    { at: AT(3), post: 'x' },
    { at: AT(3), post: 'z' },
  ]);
  const days = [4, 1, 5, 2, 3];
  const mixed = recordOf({ changes: days.map((day) => change(day, 'core/votes', 'a', 'b')) }).moments;
  expect(mixed.map(({ post }) => post)).toEqual(['1', '2', '3', '4', '5']);
});

const rolled = (n: number, more: object): RecordedLine => ({
  n,
  at: AT(1),
  by: 'bo',
  what: 'roll',
  draws: [],
  changes: [],
  ...more,
});

test('records dice with their proof, and leaves out secret choices', () => {
  const die = { kind: 'dice', size: 6, result: 4 };
  const { dice } = recordOf({
    dice: { source: 'seed', hash: 'abc' },
    ledger: [
      rolled(0, { draws: [die, { kind: 'secret', size: 2, result: 1 }], proof: { seed: 'x' } }),
      rolled(1, { draws: [{ kind: 'secret', size: 2, result: 1 }] }),
      rolled(2, { draws: [die], proof: 'none' }),
    ],
  });
  const about = { at: AT(1), by: 'bo', what: 'roll', draws: [{ size: 6, result: 4 }] };
  expect(dice).toEqual({
    source: 'seed',
    commitment: 'abc',
    rolls: [
      { n: 0, ...about, proof: { seed: 'x' } },
      { n: 2, ...about, proof: null },
    ],
  });
  expect(recordOf({}).dice.commitment).toBeNull();
});

const set = (field: string, before: unknown, after: unknown) => ({ path: ['dynasty', field], before, after });
const opening = (n: number, from: number): RecordedLine =>
  rolled(n, {
    at: AT(n),
    what: 'ascend',
    changes: [
      set('number', from, from + 1),
      set('name', `No ${from}`, `No ${from + 1}`),
      set('emperor', 'ana', 'bo'),
      { path: ['dynasty', 'notes', 'x'], before: 1, after: 2 },
      { path: ['game', 'name'], before: 'Sea', after: 'Land' },
      { path: ['players', 'number'], before: 9, after: 10 },
    ],
  });

test('dynasties opened in the ledger follow each other, the running one first', () => {
  const running = { number: 3, name: 'No 3', emperor: 'bo', theme: 'Fog' };
  const { dynasties } = recordOf({ running, ledger: [opening(2, 1), rolled(3, {}), opening(4, 2)] });
  expect(dynasties).toEqual([
    { number: 3, name: 'No 3', emperor: 'bo', theme: 'Fog', from: AT(4), until: null },
    { number: 2, name: 'No 2', emperor: 'ana', theme: 'Fog', from: AT(2), until: AT(4) },
    { number: 1, name: 'No 1', emperor: 'ana', theme: 'Fog', from: null, until: AT(2) },
  ]);
});

test('takes past dynasties from their archive, and the ledger only from the running one’s opening', () => {
  const over = (number: number, lastLine: number) => ({
    ended: AT(number),
    lastLine,
    summary: dynasty(number),
  });
  const { dynasties } = recordOf({
    running: { number: 3, name: 'No 3', emperor: 7 },
    past: [over(1, 1), over(2, 3)],
    ledger: [opening(2, 1), opening(4, 2), rolled(5, {})],
  });
  expect(dynasties).toEqual([
    { number: 3, name: 'No 3', emperor: null, theme: '', from: AT(2), until: null },
    dynasty(2),
    dynasty(1),
  ]);
});
