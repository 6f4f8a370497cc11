import { expect, test } from 'vitest';

import { SandboxLostError } from '../sandbox/host.ts';
import { Ended } from './ended.ts';

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

/** Asks something at a time, and it ends badly; whether it is to be tried anew. */
function ends(ended: Ended, { at }: Moment, error: Error, what = 'resolve 7'): boolean {
  ended.begin(what, at);
  return ended.note(error);
}
const isGivenUp = (ended: Ended, now: Moment, what = 'resolve 7'): boolean =>
  ended.givenUp(what, now) !== null;

test('what wanted all memory is given up from then on, and what took long once more', () => {
  const ended = new Ended();
  expect(ends(ended, ten, full)).toBe(true);
  expect([nine, ten, eleven].map((now) => isGivenUp(ended, now))).toEqual([false, true, true]);
  expect(ends(ended, ten, full)).toBe(false);
  expect(ends(ended, ten, slow, 'resolve 8')).toBe(true);
  expect(isGivenUp(ended, ten, 'resolve 8')).toBe(false);
  expect(ends(ended, ten, slow, 'resolve 8')).toBe(true);
  expect(isGivenUp(ended, ten, 'resolve 8')).toBe(true);
  expect(ends(ended, ten, slow, 'resolve 8')).toBe(false);
  expect(ended.count).toBe(3);
});

test.each([full, slow])(
  'where the clock is put back, what was given up is given up then too: %s',
  (error) => {
    const ended = new Ended();
    while (!isGivenUp(ended, eleven)) expect(ends(ended, eleven, error)).toBe(true);
    for (const earlier of [ten, nine]) {
      const before = ended.count;
      expect(isGivenUp(ended, earlier)).toBe(false);
      expect(ends(ended, earlier, error)).toBe(true);
      expect(ended.count).toBe(before + 1);
      expect([earlier, ten, eleven].map((now) => isGivenUp(ended, now))).toEqual([true, true, true]);
    }
    expect(ends(ended, eleven, error)).toBe(false);
  },
);

test('what may be tried once more is counted whatever the clock says, and is given up from its earliest time', () => {
  const ended = new Ended();
  expect(ends(ended, eleven, slow)).toBe(true);
  expect(ends(ended, nine, slow)).toBe(true);
  expect(isGivenUp(ended, nine)).toBe(true);
  const other = new Ended();
  expect(ends(other, nine, slow)).toBe(true);
  expect(ends(other, eleven, slow)).toBe(true);
  expect(isGivenUp(other, nine)).toBe(true);
});

test('what is on record has come once its line has, even where the clock was put back since', () => {
  const recorded = [
    { key: 'resolve 7', reason: 'it did', dice: [], from: ten, until: { ...eleven, lines: 9 } },
  ];
  const ended = new Ended({ recorded });
  const at = (moment: Moment, lines: number): boolean => isGivenUp(ended, { ...moment, lines });
  expect([at(eleven, 3), at(nine, 4), at(ten, 4), at(eleven, 4)]).toEqual([false, false, true, true]);
  expect([at(nine, 5), at(nine, 8), at(eleven, 8)]).toEqual([true, true, true]);
  expect([at(ten, 9), at(eleven, 9), at(nine, 10)]).toEqual([true, false, false]);
});
