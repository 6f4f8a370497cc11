import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './host.ts';
import { Meter, Work } from './meter.ts';

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function work(ms: number): void {
  const start = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(start);
    if (user + system > ms * 1000) return;
  }
}

test('a call is late once its own thread has worked too long, not while a busy machine delays it', () => {
  const meter = new Meter({ ...DEFAULT_LIMITS, patienceMs: 40 }, new Work());
  meter.startClock();
  sleep(160);
  expect(meter.isLate).toBe(false);
  work(60);
  expect(meter.isLate).toBe(true);
});

test('stops waiting for a thread that gets no time at all', () => {
  const meter = new Meter({ ...DEFAULT_LIMITS, patienceMs: 5 }, new Work());
  meter.startClock();
  sleep(400);
  expect(meter.isLate).toBe(true);
});

test('loading may take longer than a call', () => {
  const meter = new Meter({ ...DEFAULT_LIMITS, patienceMs: 10 }, new Work());
  meter.startLoading();
  work(30);
  expect(meter.isLate).toBe(false);
  meter.startClock();
  work(30);
  expect(meter.isLate).toBe(true);
});
