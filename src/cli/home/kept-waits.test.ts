import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Waits } from '../../seat/waits.ts';
import { KeptWaits } from './kept-waits.ts';

let now = 0;
const update = vi.fn<() => void>();
const waitsOf = (who: string): Waits => ({ who, votes: [], acts: [], deadlines: [] });

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  update.mockClear();
});
afterEach(() => vi.useRealTimers());

/** Computes them for so many people, each in so many milliseconds. */
function kept(people: number, costMs: number): KeptWaits {
  const waits = new KeptWaits(() => now);
  for (let n = 0; n < people; n++)
    waits.keep(`p${n}`, 'first', () => {
      now += costMs;
      return waitsOf(`p${n}`);
    });
  return waits;
}

test('for the same moment they are computed once', () => {
  expect(kept(3, 10).of('p1', 'first', update)?.who).toBe('p1');
});

test('among few they are computed at each change', () => {
  expect(kept(3, 10).of('p1', 'second', update)).toBeNull();
});

test('among many they take a fifth of the time at most, and pages are told when newer are due', () => {
  const waits = kept(50, 20);
  expect(waits.of('p49', 'second', update)?.who).toBe('p49');
  expect(update).not.toHaveBeenCalled();
  now += 5_000;
  vi.advanceTimersByTime(5_000);
  expect(update).toHaveBeenCalledTimes(1);
  expect(waits.of('p49', 'second', update)).toBeNull();
});

test('after an action of their own they are computed at once', () => {
  const waits = kept(50, 20);
  waits.forget('p49');
  expect(waits.of('p49', 'second', update)).toBeNull();
});

test('those who went are counted no longer', () => {
  const waits = kept(50, 20);
  now += 61_000;
  waits.keep('p0', 'second', () => waitsOf('p0'));
  expect(waits.of('p0', 'third', update)).toBeNull();
});
