import { describe, expect, test } from 'vitest';

import { integer } from '../rules/index.ts';
import { AT, playground } from './fixtures/playground.ts';
import { dependsOn, remembered } from './memo.ts';
import { refusalOf } from './refusal.ts';
import { newFrame, type Runtime } from './runtime.ts';
import { ALL_POSTS, factOfPost } from './store.ts';

/** A runtime, and a question that reads one fact and answers how often it was computed. */
function asked(): { runtime: Runtime; inner: () => number; ask: (what: string, by: number) => number } {
  const { runtime } = playground({}).kernel;
  let times = 0;
  const inner = (): number =>
    remembered(runtime, 'inner', () => {
      dependsOn(runtime, 'game.turn');
      return ++times;
    });
  return { runtime, inner, ask: (what, by) => remembered(runtime, what, () => inner() * by) };
}

test('recomputes an answer when what it read was written, and with it what depends on it', () => {
  const { runtime, inner, ask } = asked();
  expect([ask('tens', 10), ask('tens', 10), inner(), ask('hundreds', 100)]).toEqual([10, 10, 1, 100]);
  runtime.store.touch('game.oil');
  expect([ask('tens', 10), ask('hundreds', 100)]).toEqual([10, 100]);
  runtime.store.touch('game.turn');
  expect([ask('hundreds', 100), ask('tens', 10)]).toEqual([200, 20]);
  runtime.store.touch('game.oil');
  expect([inner(), ask('tens', 10)]).toEqual([2, 20]);
  expect(runtime.reads).toBe(null);
});

test('recomputes each time what can’t be kept, and an error leaves nothing behind', () => {
  const { runtime } = asked();
  let times = 0;
  const give = (): unknown => remembered(runtime, 'function', () => () => ++times);
  expect(give()).not.toBe(give());
  expect(() =>
    remembered(runtime, 'error', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(runtime.reads).toBe(null);
});

test('an answer costs what it took to compute, even if a part of it was spared', () => {
  const { runtime } = asked();
  let count = 100;
  Object.assign(runtime, { counted: () => count });
  const inner = (): unknown => remembered(runtime, 'ten', () => (count += 10));
  const outer = (): unknown =>
    remembered(runtime, 'five', () => {
      count += 5;
      return inner();
    });
  inner();
  expect(runtime.frame.spared).toBe(0);
  inner();
  expect(runtime.frame.spared).toBe(11);
  outer();
  expect(runtime.frame.spared).toBe(22);
  outer();
  expect(runtime.frame.spared).toBe(22 + 5 + 11 + 1);
});

test('each answer costs one if nobody counts', () => {
  const { runtime, ask } = asked();
  ask('tens', 10);
  ask('tens', 10);
  expect(runtime.frame.spared).toBe(1);
});

test('remembers whether an answer saw anything private, but not what was seen before', () => {
  const { runtime } = asked();
  const secret = (): unknown =>
    remembered(runtime, 'secret', () => {
      runtime.frame.sawPrivate = true;
      return 1;
    });
  const plain = (): unknown => remembered(runtime, 'plain', () => 2);
  const sawPrivate = (...questions: readonly (() => unknown)[]): boolean => {
    runtime.frame = newFrame(true);
    for (const ask of questions) ask();
    return runtime.frame.sawPrivate;
  };
  expect([sawPrivate(secret, plain), sawPrivate(plain), sawPrivate(secret)]).toEqual([true, false, true]);
});

test('forgets all answers when there are very many', () => {
  const { runtime, inner } = asked();
  const { memos } = runtime.caches;
  memos.clear();
  for (let at = 0; at < 99_999; at++) memos.set(`filler ${at}`, {} as never);
  inner();
  expect(memos.size).toBe(100_000);
  remembered(runtime, 'another', () => 1);
  expect([...memos.keys()]).toHaveLength(1);
});

/** How often it is computed after writing each of these facts, if it read this many posts and other facts. */
function timesComputed(
  { posts, others }: { posts: number; others: number },
  written: readonly string[],
): number {
  const { runtime } = asked();
  let times = 0;
  const ask = (): unknown =>
    remembered(runtime, 'many', () => {
      for (let at = 0; at < posts; at++) dependsOn(runtime, factOfPost(`P${at}`));
      for (let at = 0; at < others; at++) dependsOn(runtime, `game.v${at}`);
      return ++times;
    });
  ask();
  for (const fact of written) {
    runtime.store.touch(fact);
    ask();
  }
  return times;
}

test('an answer from few posts holds as long as nothing happens to those', () => {
  const few = { posts: 20, others: 4 };
  expect(timesComputed(few, [factOfPost('P20'), ALL_POSTS, 'game.v4'])).toBe(1);
  expect(timesComputed(few, [factOfPost('P19'), 'game.v3'])).toBe(3);
});

test('counts many posts as one fact, but not many other facts', () => {
  const many = { posts: 20, others: 5 };
  expect(timesComputed(many, [factOfPost('P19'), 'game.v5'])).toBe(1);
  expect(timesComputed(many, [ALL_POSTS, 'game.v4'])).toBe(3);
  expect(timesComputed({ posts: 0, others: 25 }, [ALL_POSTS])).toBe(1);
  expect(timesComputed({ posts: 0, others: 25 }, ['game.v24'])).toBe(2);
});

test('what depends on an answer depends on the same facts', () => {
  const { runtime } = asked();
  let times = 0;
  const inner = (): number =>
    remembered(runtime, 'of all', () => {
      for (let at = 0; at < 30; at++) dependsOn(runtime, factOfPost(`P${at}`));
      return 1;
    });
  const outer = (): number => remembered(runtime, 'outer', () => inner() + times++);
  outer();
  runtime.store.touch(ALL_POSTS);
  outer();
  expect(times).toBe(2);
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

describe('a rule that listens for changes', () => {
  /** How often it was told, while somebody is active three times, turns the game, and is active again. */
  function timesSaid(changed: (words: Loose, times: number) => unknown): number[] {
    let times = 0;
    const { kernel } = playground(
      ({ game: state }: Loose) => ({
        game: { turn: integer({ start: 1 }), other: integer({ start: 1 }) },
        views: { twice: { of: 'game', returns: integer(), value: () => state.turn * 2 } },
        on: { changed: (words: Loose) => void changed(words, ++times) },
        actions: { turn: { by: 'anybody', effect: ({ game }: Loose) => void (game.turn += 1) } },
      }),
      [],
      { dice: () => 1, secret: () => 0 },
    );
    const heard = { type: 'heard' } as const;
    const turn = { type: 'act', action: 'turn', with: {} } as const;
    return [heard, heard, heard, turn, heard].map((input) => {
      expect(kernel.take({ at: AT, by: 'bo', ...input })).toMatchObject({ ok: true });
      return times;
    });
  }

  test('is asked again only if what it read was written, once it found nothing to do', () => {
    expect(timesSaid(({ game }) => game.turn)).toEqual([1, 1, 1, 2, 2]);
    expect(timesSaid(({ game }) => game.other)).toEqual([1, 1, 1, 1, 1]);
    expect(timesSaid(({ view }) => view('twice'))).toEqual([1, 1, 1, 2, 2]);
  });

  const refused = (act: () => unknown): void => {
    expect(refusalOf(act)).not.toBe(null);
  };

  test.each<[string, (words: Loose, times: number) => unknown]>([
    ['writes', ({ game }, times) => void (game.other = times)],
    ['writes what is there already', ({ game }) => void (game.other = 1)],
    ['writes what may not be', ({ game }) => refused(() => void (game.other = 'many'))],
    [
      'may be kept from it by a limit',
      ({ limit }) => {
        try {
          limit({ frequency: 'daily', key: 'turn', who: { id: 'bo' } });
        } catch {
          // From the second time on.
        }
      },
    ],
    ['rolls', ({ dice }) => dice(6)],
    ['keeps something for this step', ({ scratch }) => scratch(() => 1)()],
    ['gives a result', ({ result }, times) => result(times)],
    ['reads the ledger', ({ ledger }) => ledger.length],
    ['looks at pictures', ({ pictureProblem }) => pictureProblem('a.png')],
    ['reverts nothing', ({ revert }) => revert([])],
    ['posts what can’t be', ({ post }) => refused(() => post({ kind: 'no such kind' }))],
  ])('is told each time if it %s', (_, changed) => {
    expect(timesSaid(changed)).toEqual([1, 2, 3, 4, 5]);
  });
});
