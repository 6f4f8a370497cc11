import { expect, onTestFinished, test, vi } from 'vitest';

import { homeWith } from '../../host/fixtures/home-with.ts';
import type { HomeGame } from '../../host/game.ts';
import { HomeQueue } from './home-queue.ts';
import { TickWhenDue } from './tick-when-due.ts';

const MINUTE_MS = 60_000;
/** The tide comes in two hours after the last time. */
const TIDES = {
  'dynastic/tides.md': '---\ntitle: Tides\norder: 10\n---\nThe tide comes in.\n',
  'dynastic/tides.ts': `import { hoursAfter, integer, rule } from 'gitnomic/rules';
    export default rule((g) => ({
      game: { tides: integer({ start: 0 }) },
      times: { swell: { title: 'Swell', at: ({ from }) => hoursAfter(from, 2), effect() { g.game.tides += 1; } } },
    }));`,
};

interface Watched {
  readonly game: HomeGame;
  readonly warnings: string[];
  readonly ticks: () => number;
  readonly changes: () => number;
  readonly clock: TickWhenDue;
  /** Lets so much time pass, on the machine and in the game. */
  pass(ms: number): Promise<void>;
}

async function watched(
  wish: Parameters<typeof homeWith>[0],
  fails: () => boolean = () => false,
): Promise<Watched> {
  const game = await homeWith(wish);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [warnings, count]: [string[], { ticks: number; changes: number }] = [[], { ticks: 0, changes: 0 }];
  const tick: HomeGame['tick'] = async (asked) => {
    count.ticks += 1;
    if (fails()) throw new Error('the disk is full');
    return game.tick(asked);
  };
  const queue = new HomeQueue((text) => warnings.push(text));
  const clock = new TickWhenDue({ ...game, tick }, queue, () => {
    count.changes += 1;
    clock.again();
  });
  onTestFinished(() => {
    clock.close();
    vi.useRealTimers();
  });
  return {
    game,
    warnings,
    ticks: () => count.ticks,
    changes: () => count.changes,
    clock,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += MINUTE_MS) {
        game.forward(MINUTE_MS);
        await vi.advanceTimersByTimeAsync(MINUTE_MS);
        // Work that is in the queue ends before the clock goes on.
        await queue.read(() => Promise.resolve());
      }
    },
  };
}

const tidesOf = async (game: HomeGame): Promise<unknown> =>
  (await game.openPosition()).open.play.state().game['tides'];

test('what the rules schedule happens at its time, even if nobody acts', async () => {
  const { game, clock, pass, ticks, changes } = await watched({ rules: TIDES });
  clock.again();
  await pass(119 * MINUTE_MS);
  expect([changes(), ticks() < 20]).toEqual([0, true]);
  await pass(2 * MINUTE_MS);
  expect([changes(), await tidesOf(game)]).toEqual([1, 1]);
  await pass(121 * MINUTE_MS);
  expect([changes(), await tidesOf(game)]).toEqual([2, 2]);
});

test('what is overdue happens at once, and isn’t tried again and again if it doesn’t', async () => {
  const { game, clock, pass, ticks } = await watched({ rules: TIDES });
  game.forward(130 * MINUTE_MS);
  clock.again();
  await pass(2 * MINUTE_MS);
  expect(await tidesOf(game)).toBe(1);
  const stuck = { posts: [{ by: 'bo', title: 'Night' }], resolution: 'by-admin' } as const;
  vi.useRealTimers();
  const waiting = await watched(stuck);
  waiting.game.forward(50 * 60 * MINUTE_MS);
  waiting.clock.again();
  await waiting.pass(30 * MINUTE_MS);
  expect([ticks() < 5, waiting.ticks() > 0, waiting.ticks() < 6]).toEqual([true, true, true]);
});

test('leaves a game alone if nothing is pending in it, or if it is no longer served', async () => {
  const still = await watched({});
  still.clock.again();
  await still.pass(300 * MINUTE_MS);
  expect(still.ticks()).toBe(0);
  vi.useRealTimers();
  const closed = await watched({ rules: TIDES });
  closed.clock.again();
  closed.clock.close();
  await closed.pass(300 * MINUTE_MS);
  expect(closed.ticks()).toBe(0);
});

test('reports a tick that fails, and tries again', async () => {
  let isFull = true;
  const { game, clock, pass, warnings } = await watched({ rules: TIDES }, () => isFull);
  clock.again();
  await pass(130 * MINUTE_MS);
  expect(warnings).toContain('the disk is full');
  isFull = false;
  await pass(11 * MINUTE_MS);
  expect(await tidesOf(game)).toBe(1);
});
