import { expect, test } from 'vitest';
import { Pace } from './client.ts';

/** A clock that only sleeping advances, starting with a full hour. */
function paceOn() {
  let now = Date.parse('2021-06-18T09:00:00Z');
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    now += ms;
    return Promise.resolve();
  };
  return {
    pace: new Pace({ clock: () => now, sleep }),
    slept,
    pass: (ms: number) => void (now += ms),
  };
}

test('writes no more in a minute than GitHub accepts', async () => {
  const { pace, slept, pass } = paceOn();
  for (let n = 0; n < 79; n++) await pace.writing();
  pass(20_000);
  await pace.writing();
  expect(slept).toEqual([]);
  await pace.writing();
  expect(slept).toEqual([40_000]);
});

test('counts many at once as many', async () => {
  const { pace, slept } = paceOn();
  for (let n = 0; n < 4; n++) await pace.writing(20);
  expect(slept).toEqual([]);
  await pace.writing(20);
  expect(slept).toEqual([60_000]);
});

test('stops if the hour is full, says when it goes on, and goes on then', async () => {
  const { pace, slept, pass } = paceOn();
  for (let n = 0; n < 500; n++) await pace.writing();
  expect(slept).toHaveLength(6);
  await expect(pace.writing()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('goes on from 2021-06-18T10:00:00Z') as string,
    data: { until: '2021-06-18T10:00:00Z' },
  });
  pass(3_600_000 - 6 * 60_000);
  await pace.writing();
});
