// A clock that is years ahead decides nothing.
import { SMALL } from '../session/fixtures/desk.ts';
import { beforeEach, expect, test } from 'vitest';

import { advance } from '../repository/refs.ts';
import { RepositoryError } from '../repository/repository-error.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { kernelGame, type TestGame } from './fixtures/embedded-game.ts';
import { doubtOfClock, timeOfTick, timeShown } from './time-of-tick.ts';

const [LAST, SOON, LATE] = ['2024-03-01T09:00:00Z', '2025-03-01T09:00:00Z', '2027-03-01T09:00:00Z'];
let game: TestGame;
beforeEach(async () => {
  game = await kernelGame(SMALL);
});
const forge = (time?: string) => ({
  repository: game.forge.repository,
  engine: game.forge.engine,
  ...(time === undefined ? {} : { time: () => Promise.resolve(time) }),
});

test('a game that rested for a year follows the machine’s clock', async () => {
  expect(await timeOfTick(forge(), SOON)).toBe(SOON);
  expect(await timeShown(forge(), SOON)).toBe(SOON);
  expect(await doubtOfClock(forge(), SOON)).toBeNull();
});

test('trusts a clock that is years ahead only if somebody confirms it, or up to the forge’s own time', async () => {
  await expect(timeOfTick(forge(), LATE)).rejects.toThrow(
    expect.objectContaining({
      code: 'clock-leaps',
      message: `By this machine’s clock it is ${LATE}, more than a year after the last thing that happened in this game, on ${LAST}. Nothing was done, since votes that end can’t be reopened.`,
      next: expect.stringContaining('`gitnomic tick --yes`'),
    }),
  );
  expect(await timeOfTick(forge(), LATE, LATE)).toBe(LATE);
  await expect(timeOfTick(forge(), LATE, LAST)).rejects.toThrow('By this machine’s clock');
  expect(await timeOfTick(forge(SOON), LATE)).toBe(SOON);
  expect(await timeOfTick(forge('2029-01-01T00:00:00Z'), LATE)).toBe(LATE);
});

test('for display, warns about the clock and shows the last known time', async () => {
  expect(await doubtOfClock(forge(), LATE)).toMatch(
    /^By this machine’s clock it is 2027-.*, on 2024-.*, and this shows the game at that time\. Nothing is decided until the clock is corrected/u,
  );
  expect(await timeShown(forge(), LATE)).toBe(LAST);
});

test('counts what happened in the journal after the last commit', async () => {
  game.later(24);
  await game.table.open({ id: 'bo', name: 'bo', bot: false }, { kind: 'story', title: 'Once', text: '' });
  await game.tick();
  await expect(timeOfTick(forge(), LATE)).rejects.toThrow('on 2024-03-02T09:00:00Z');
});

test.each(['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
  'commits that somebody else pushed with the date %s don’t affect the time',
  async (at) => {
    const { repository } = game.forge;
    for (const path of ['README.md', 'content/ruleset/core/odd.md']) {
      const main = await game.mainTip();
      const author = { name: 'mallory', email: '', at };
      const pushed = { parents: [main], changes: new Map([[path, at]]), author, message: 'Odd\n' };
      await advance(repository, 'main', main, await writeCommit(repository, pushed));
    }
    expect(await timeOfTick(forge(), SOON)).toBe(SOON);
    await expect(timeOfTick(forge(), LATE)).rejects.toThrow(`in this game, on ${LAST}`);
  },
);

test('throws any other error while reading the last time', async () => {
  const { repository, engine } = game.forge;
  const lost = (error: Error) => ({
    engine,
    repository: new Proxy(repository, {
      get: (of, name: keyof typeof repository) => {
        if (name === 'objects') throw error;
        const value: unknown = of[name];
        return typeof value === 'function' ? (value as () => unknown).bind(of) : value;
      },
    }),
  });
  const gone = lost(new RepositoryError('missing', 'It is gone.'));
  expect(await timeOfTick(gone, LATE)).toBe(LATE);
  expect(await timeShown(gone, LATE)).toBe(LATE);
  expect(await doubtOfClock(gone, LATE)).toBeNull();
  await expect(timeOfTick(lost(new TypeError('odd')), LATE)).rejects.toThrow('odd');
  await expect(timeShown(lost(new TypeError('odd')), LATE)).rejects.toThrow('odd');
  await expect(doubtOfClock(lost(new TypeError('odd')), LATE)).rejects.toThrow('odd');
});
