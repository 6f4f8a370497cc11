// What becomes of GitHub's refusals, of lost answers, and of Git commands that fail.
import { expect, test } from 'vitest';

import { ForgeError, nullIfUnavailable } from '../events.ts';
import { asking, isLimit, makeOnce, Patience } from './client.ts';

const failed = (status: number, message = '', headers: object = {}): Error =>
  Object.assign(new Error(message), { status, response: { headers } });
const RESET = { 'x-ratelimit-reset': 1_709_300_000 };

test.each([
  ['a post that isn’t there', failed(404), 'no-such-post', /has nothing there for reading/u],
  ['a post that was deleted', failed(410), 'no-such-post', /has nothing there/u],
  ['a refusal', failed(400, 'no'), 'bad-request', /refused reading \(400\): no$/u],
  ['a post with a hundred labels', failed(422, 'too many'), 'settled', /\(422\): too many$/u],
  ['a full post', failed(403, 'Commenting is disabled on issues with more'), 'settled', /is disabled/u],
  ['a locked post', failed(403, 'Unable to comment because issue is locked'), 'settled', /locked/u],
  ['a limit in words', failed(422, 'was submitted too quickly'), 'unavailable', /from the next hour/u],
  ['a limit of old', failed(403, 'You have triggered an abuse detection mechanism'), 'unavailable', /hour/u],
  ['a limit without a word', failed(429), 'unavailable', /from the next hour/u],
  ['a refusal without a limit', failed(403, 'forbidden'), 'bad-request', /\(403\): forbidden/u],
  ['a fault of its own', failed(502), 'unavailable', /no usable answer \(502\)/u],
  ['no answer', new Error('reset'), 'unavailable', /gave no answer for reading/u],
  [
    'a limit',
    failed(403, 'API rate limit exceeded', RESET),
    'unavailable',
    /goes on from 2024-03-01T13:33:20Z/u,
  ],
  [
    'a limit with a wait',
    failed(429, '', { 'retry-after': 30 }),
    'unavailable',
    /about 30 seconds from now/u,
  ],
  ['a limit without an end', failed(429, 'secondary rate limit'), 'unavailable', /from the next hour/u],
  ['a limit of GraphQL', failed(200, 'RATE_LIMITED'), 'unavailable', /from the next hour/u],
  [
    'a limit of GraphQL with its end',
    Object.assign(new Error('rate limit exceeded'), { headers: RESET }),
    'unavailable',
    /2024-03-01/u,
  ],
])('says what %s means for the engine', async (what, cause, code, message) => {
  const error: unknown = await asking('reading', () => Promise.reject(cause)).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ForgeError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string, cause });
  const limited = what.startsWith('a limit');
  expect([isLimit(error), isLimit(cause)]).toEqual([limited, limited]);
});

test('passes on the engine’s own errors, and answers', async () => {
  const own = new ForgeError('bad-request', 'It is closed.', {});
  await expect(asking('reading', () => Promise.reject(own))).rejects.toBe(own);
  expect(await asking('reading', () => Promise.resolve(7))).toBe(7);
});

test('gives null only for an answer that may still come, and rethrows other errors', () => {
  expect(nullIfUnavailable(new ForgeError('unavailable', 'Later.', {}))).toBeNull();
  for (const error of [new ForgeError('bad-request', 'No.', {}), new Error('no')])
    expect(() => nullIfUnavailable(error)).toThrow(error);
});

/** Makes something whose answers are lost so often. */
async function making(lost: number, status: number, isThere: boolean): Promise<readonly unknown[]> {
  let tries = 0;
  const made = await makeOnce(
    () => (++tries > lost ? Promise.resolve('made') : Promise.reject(failed(status))),
    () => Promise.resolve(isThere ? 'found' : undefined),
  ).catch((error: unknown) => (error as { status: number }).status);
  return [made, tries];
}

test.each([
  [0, 500, false, ['made', 1]],
  [1, 500, true, ['found', 1]],
  [1, 0, true, ['found', 1]],
  [2, 502, false, ['made', 3]],
  [3, 502, false, [502, 3]],
  [1, 499, true, [499, 1]],
])('with %i lost answers (%i), but made all the same: %s, gives %j', async (lost, status, isThere, is) => {
  expect(await making(lost, status, isThere)).toEqual(is);
});

/** Runs a command that fails so often and takes so long each time; gives the pauses, and the time that each try had. */
async function tried(
  patience: Patience,
  at: { now: number },
  {
    fails,
    ms = 0,
    needed = false,
    final = false,
  }: { fails: number; ms?: number; needed?: boolean; final?: boolean },
): Promise<{ readonly ended: unknown; readonly left: readonly number[] }> {
  const left: number[] = [];
  const ended = await patience
    .tryAgain(
      (leftMs) => {
        left.push(leftMs);
        at.now += ms;
        return left.length > fails
          ? Promise.resolve('done')
          : Promise.reject(new Error(`try ${left.length}`));
      },
      () => final,
      { isNeeded: needed },
    )
    .catch((error: unknown) => (error as Error).message);
  return { ended, left };
}

function patient(tickMs?: number): { patience: Patience; at: { now: number }; pauses: number[] } {
  const [at, pauses] = [{ now: 0 }, [] as number[]];
  const pause = (ms: number): Promise<void> => {
    pauses.push(ms);
    return Promise.resolve();
  };
  const clock = () => at.now;
  return { patience: new Patience(pause, tickMs === undefined ? { clock } : { clock, tickMs }), at, pauses };
}

test('tries a command three times, with longer pauses, unless that can’t help', async () => {
  const { patience, at, pauses } = patient();
  expect(await tried(patience, at, { fails: 2 })).toMatchObject({
    ended: 'done',
    left: [Infinity, 59_000, 55_000],
  });
  expect(pauses).toEqual([1000, 4000]);
  patience.startTick();
  expect(await tried(patience, at, { fails: 9 })).toMatchObject({ ended: 'try 3' });
  expect(await tried(patient().patience, at, { fails: 9, final: true })).toEqual({
    ended: 'try 1',
    left: [Infinity],
  });
});

test('once failures took a minute of the tick, tries only what is needed, for a second', async () => {
  const { patience, at } = patient();
  expect((await tried(patience, at, { fails: 9, ms: 59_500 })).ended).toBe('try 1');
  expect((await tried(patience, at, { fails: 0 })).left).toEqual([500]);
  expect((await tried(patience, at, { fails: 0, needed: true })).left).toEqual([1000]);
  expect((await tried(patience, at, { fails: 9, ms: 500 })).ended).toBe('try 1');
  expect(await tried(patience, at, { fails: 0 })).toEqual({ ended: 'try 1', left: [] });
  expect(await tried(patience, at, { fails: 0, needed: true })).toEqual({ ended: 'done', left: [1000] });
  patience.startTick();
  expect((await tried(patience, at, { fails: 0 })).left).toEqual([Infinity]);
});
