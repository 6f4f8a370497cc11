import { expect, test, vi } from 'vitest';

import { WhenQuiet } from './when-quiet.ts';

test('runs the latest when it’s quiet, or at once if somebody waits, one after another', async () => {
  vi.useFakeTimers();
  try {
    const done: string[] = [];
    const failed: unknown[] = [];
    const run = async (what: string): Promise<void> => {
      done.push(`${what} begins`);
      await new Promise((end) => setTimeout(end, 10));
      if (what === 'bad') throw new Error('no');
      done.push(`${what} ends`);
    };
    const work = new WhenQuiet<string>(100, run, (error) => failed.push(error));
    work.now();
    work.later('one');
    await vi.advanceTimersByTimeAsync(99);
    work.later('two');
    await vi.advanceTimersByTimeAsync(99);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['two begins']);
    work.later('bad');
    work.now();
    work.now();
    work.later('three');
    work.now();
    await vi.advanceTimersByTimeAsync(30);
    expect(done).toEqual(['two begins', 'two ends', 'bad begins', 'three begins', 'three ends']);
    expect(failed).toEqual([new Error('no')]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done.length).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});
