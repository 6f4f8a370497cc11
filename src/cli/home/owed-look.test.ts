import { beforeEach, expect, test, vi } from 'vitest';

import { OwedLook } from './owed-look.ts';

let paid = 0;
let clock = 0;
let owed: OwedLook;
beforeEach(() => {
  [paid, clock] = [0, 0];
  owed = new OwedLook(
    () => (paid += 1),
    () => clock,
  );
});

function begin(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const made = owed.during(() => promise);
  return async () => {
    resolve();
    await made;
  };
}

test('nothing is put off where no page is being made', () => {
  expect(owed.putOff()).toBe(false);
});

test('what was put off is owed once the last page is made, once', async () => {
  const [one, other] = [begin(), begin()];
  expect([owed.putOff(), owed.putOff()]).toEqual([true, true]);
  await one();
  expect(paid).toBe(0);
  await other();
  expect(paid).toBe(1);
});

test('a page that fails is made too', async () => {
  const failing = owed.during(async () => {
    throw new Error('no page');
  });
  expect(owed.putOff()).toBe(true);
  await expect(failing).rejects.toThrow('no page');
  expect([paid, owed.putOff()]).toEqual([1, false]);
});

test('where the game was looked at meanwhile, nothing is owed any more', async () => {
  const end = begin();
  expect(owed.putOff()).toBe(true);
  owed.settle();
  await end();
  expect(paid).toBe(0);
});

test('nobody is put off for longer than half a second, even if pages never cease to be made', () => {
  vi.useFakeTimers();
  try {
    begin();
    expect(owed.putOff()).toBe(true);
    clock = 499;
    expect(owed.putOff()).toBe(true);
    vi.advanceTimersByTime(500);
    expect(paid).toBe(1);
    clock = 500;
    expect(owed.putOff()).toBe(false);
    owed.settle();
    expect(owed.putOff()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('who waits until no page is being made goes on then, or after half a second', async () => {
  await owed.idle();
  vi.useFakeTimers();
  try {
    const end = begin();
    let idle = 0;
    const [first, second] = [owed.idle(), owed.idle()].map((one) => one.then(() => (idle += 1)));
    vi.advanceTimersByTime(500);
    await Promise.all([first, second]);
    expect(idle).toBe(2);
    const third = owed.idle().then(() => (idle += 1));
    await end();
    await third;
    expect(idle).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
