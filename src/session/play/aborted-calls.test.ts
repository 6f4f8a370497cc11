import { expect, test } from 'vitest';

import { CodedError } from '../../kernel/coded-error.ts';
import { SandboxError, SandboxLostError } from '../../sandbox/host.ts';
import { AbortedCalls } from './aborted-calls.ts';

const slow = new SandboxLostError('out-of-patience', 'it did not come back');
const full = new SandboxLostError('too-much-memory', 'it wanted more memory');
const [nine, ten, eleven] = ['09', '10', '11'].map((hour) => ({
  at: `2024-03-01T${hour}:00:00Z`,
  lines: 4,
})) as [Moment, Moment, Moment];
interface Moment {
  readonly at: string;
  readonly lines: number;
}

/** Makes a call that ends badly, and returns whether it should be tried again. */
function ends(aborted: AbortedCalls, { at }: Moment, error: Error, what = 'resolve 7'): boolean {
  aborted.begin(what, at);
  return aborted.note(error);
}
const isGivenUp = (aborted: AbortedCalls, now: Moment, what = 'resolve 7'): boolean =>
  aborted.givenUp(what, now) !== null;

const bug = new TypeError('nothing has no length');
const clause = new SandboxError('guest-fails', 'the clause fails');

test.each([
  [full, 'too-much-memory', 'bounds'],
  [slow, 'out-of-patience', 'bounds'],
  [clause, 'guest-fails', 'rules'],
  [SandboxLostError.broken('take: it broke'), 'engine-fails', 'engine'],
  [bug, 'engine-fails', 'engine'],
])(
  'retries a failing call once, then gives it up and records whose fault it was: %s',
  (error, code, fault) => {
    const aborted = new AbortedCalls({ engine: () => 'this build' });
    expect(ends(aborted, ten, error)).toBe(true);
    expect(isGivenUp(aborted, ten)).toBe(false);
    expect(ends(aborted, ten, error)).toBe(true);
    expect([nine, ten, eleven].map((now) => isGivenUp(aborted, now))).toEqual([false, true, true]);
    const engine = fault === 'engine' ? { engine: 'this build' } : {};
    expect(aborted.givenUp('resolve 7')).toEqual({
      refusal: expect.objectContaining({ code }),
      dice: [],
      fault,
      ...engine,
    });
    expect(ends(aborted, ten, error)).toBe(false);
    expect(aborted.count).toBe(2);
  },
);

test('gives up an event at once if the ledger shows it was stopped before and hasn’t happened since', () => {
  const stopped = { what: 'time tide', stopped: 'time tide' };
  for (const [what, ledger, isAtOnce] of [
    ['time tide', [stopped], true],
    ['time tide', [stopped, { what: 'time tide' }], false],
    ['time tide', [{ ...stopped, what: 'time ebb' }], false],
    ['resolve 7', [{ what: 'resolve 7', stopped: 'resolve 7' }], false],
  ] as const) {
    const aborted = new AbortedCalls();
    aborted.begin(what, ten.at);
    expect(aborted.note(full, [], ledger)).toBe(true);
    expect(isGivenUp(aborted, ten, what)).toBe(isAtOnce);
  }
});

test('reports the place in a clause that exhausted memory or time', () => {
  for (const code of ['too-much-memory', 'out-of-patience'] as const) {
    const aborted = new AbortedCalls();
    const error = new SandboxLostError(code, 'it did not end', { where: 'dynastic/gulls.ts:3' });
    for (const now of [ten, ten]) expect(ends(aborted, now, error)).toBe(true);
    expect(aborted.givenUp('resolve 7')?.refusal).toMatchObject({ where: 'dynastic/gulls.ts:3' });
  }
});

test.each([
  Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  Object.assign(new Error('too many open files'), { code: 'EMFILE' }),
  Object.assign(new Error('a thread could not begin'), { code: 'ERR_WORKER_INIT_FAILED' }),
  new RangeError('WebAssembly.Memory(): could not allocate memory'),
  new RangeError('Array buffer allocation failed'),
  new CodedError('no-answer', 'the forge does not answer'),
])('doesn’t blame a call for a failure of the environment: %s', (error) => {
  const aborted = new AbortedCalls();
  expect(ends(aborted, ten, error)).toBe(false);
  expect(aborted.isEmpty).toBe(true);
});

test('blames an engine bug on the whole event, and an exceeded bound on the step in it', () => {
  for (const [error, given, not] of [
    [bug, 'event 3', '3 bo crawl 0'],
    [full, '3 bo crawl 0', 'event 3'],
  ] as const) {
    const aborted = new AbortedCalls();
    for (let times = 0; times < 2; times++) {
      aborted.beginEvent('event 3', ten.at);
      aborted.begin('3 bo crawl 0', ten.at);
      expect(aborted.note(error, [6])).toBe(true);
    }
    expect([given, not].map((what) => isGivenUp(aborted, ten, what))).toEqual([true, false]);
    // A bug's dice aren't recorded. All other endings keep theirs.
    expect(aborted.givenUp(given)?.dice).toEqual(error === bug ? [] : [6]);
  }
});

test.each([full, slow])(
  'if the clock is put back, a call that was given up is given up then too: %s',
  (error) => {
    const aborted = new AbortedCalls();
    while (!isGivenUp(aborted, eleven)) expect(ends(aborted, eleven, error)).toBe(true);
    for (const earlier of [ten, nine]) {
      const before = aborted.count;
      expect(isGivenUp(aborted, earlier)).toBe(false);
      expect(ends(aborted, earlier, error)).toBe(true);
      expect(aborted.count).toBe(before + 1);
      expect([earlier, ten, eleven].map((now) => isGivenUp(aborted, now))).toEqual([true, true, true]);
    }
    expect(ends(aborted, eleven, error)).toBe(false);
  },
);

test('counts retries whatever the clock says, and gives up from the earliest time', () => {
  const aborted = new AbortedCalls();
  expect(ends(aborted, eleven, slow)).toBe(true);
  expect(ends(aborted, nine, slow)).toBe(true);
  expect(isGivenUp(aborted, nine)).toBe(true);
  const other = new AbortedCalls();
  expect(ends(other, nine, slow)).toBe(true);
  expect(ends(other, eleven, slow)).toBe(true);
  expect(isGivenUp(other, nine)).toBe(true);
});

test('a recorded failure applies until its line is written, even if the clock was put back', () => {
  const recorded = [
    { key: 'resolve 7', reason: 'it did', dice: [], from: ten, until: { ...eleven, lines: 9 } },
  ];
  const aborted = new AbortedCalls({ recorded });
  const at = (moment: Moment, lines: number): boolean => isGivenUp(aborted, { ...moment, lines });
  expect([at(eleven, 3), at(nine, 4), at(ten, 4), at(eleven, 4)]).toEqual([false, false, true, true]);
  expect([at(nine, 5), at(nine, 8), at(eleven, 8)]).toEqual([true, true, true]);
  expect([at(ten, 9), at(eleven, 9), at(nine, 10)]).toEqual([true, false, false]);
});

test('doesn’t retry a call stopped after very many steps', () => {
  const aborted = new AbortedCalls();
  expect(ends(aborted, ten, SandboxLostError.late('due', 'core/gulls.ts:3', 1_001))).toBe(true);
  expect(isGivenUp(aborted, ten)).toBe(true);
  const once = new AbortedCalls();
  expect(ends(once, ten, SandboxLostError.late('due', 'core/gulls.ts:3', 1_000))).toBe(true);
  expect(isGivenUp(once, ten)).toBe(false);
});
