import { expect, test } from 'vitest';

import type { Chance } from './chance.ts';
import { playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** Dice that fall as given, and secret choices that always pick the second option. */
function rolling(...dice: readonly (number | string)[]): Playground & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const left = [...dice];
  const chance: Chance = {
    dice: (size, names) => (asked.push(['dice', size, ...names]), left.shift() ?? 1),
    secret: (options, labels) => (
      asked.push(['secret', ...options, ...labels.filter((one) => one !== null)]),
      1
    ),
  };
  return { ...playground({}, [], chance), asked };
}

test('rolls and records a die only if it has sides', () => {
  const { run, asked } = rolling(4, '18446744073709551616', 2);
  const result = run(({ dice }) => [
    dice(6),
    dice(0),
    dice(-1),
    String(dice(2n ** 65n)),
    String(dice(0n)),
    String(dice(3n)),
  ]);
  expect(result).toMatchObject({
    ok: true,
    result: [4, 0, 0, '18446744073709551616', '0', '2'],
    draws: [
      { kind: 'dice', size: 6, result: 4 },
      { kind: 'dice', size: '36893488147419103232', result: '18446744073709551616' },
      { kind: 'dice', size: 3, result: 2 },
    ],
  });
  expect(asked).toHaveLength(3);
});

test.each<
  [
    string,
    (game: {
      dice: (sides: number | bigint) => unknown;
      secret: { number: (size: number) => number };
    }) => unknown,
    string,
  ]
>([
  ['half a side', ({ dice }) => dice(2.5), 'a die needs a whole number of sides, not 2.5'],
  [
    'more sides than can be checked',
    ({ dice }) => dice(2n ** 256n + 1n),
    'a die can’t have more than 2^256 sides',
  ],
  [
    'a secret number of too many',
    ({ secret }) => secret.number(10_001),
    'has too many outcomes; at most 10,000 are allowed',
  ],
])('refuses %s', (_, roll, why) => {
  expect(whyNot(rolling().run(roll))).toContain(why);
});

test('accepts the largest die and the largest secret number', () => {
  const { get } = rolling('7');
  expect(get(({ dice, secret }) => [String(dice(2n ** 256n)), secret.number(10_000)])).toEqual(['7', 2]);
});

test('picks from a list by a public roll, and draws nothing if only one outcome is possible', () => {
  const { run, asked } = rolling(2, 3, 1);
  const result = run(({ pick, shuffle, actor }) => [
    pick(['a', actor]).id,
    pick([]) ?? null,
    pick(['x']),
    shuffle(['a', 'b', 'c']),
  ]);
  expect(result).toMatchObject({ result: ['ana', null, 'x', ['c', 'a', 'b']] });
  expect(asked).toEqual([
    ['dice', 2, 'a', 'ana'],
    ['dice', 3, 'a', 'b', 'c'],
    ['dice', 2, 'a', 'b'],
  ]);
});

test('offers the options of a secret choice by name, and records the name of the chosen one', () => {
  const { run, asked } = rolling();
  const result = run(({ secret, actor }) => [
    secret.pick(['a', actor]).id,
    secret.pick(['only']),
    secret.pick([]) ?? null,
    secret.pick([1, 2], (n: number) => `no ${n}`),
    secret.yes(),
    secret.number(3),
    [secret.number(0), secret.number(1)],
    secret.shuffle(['a', 'b', 'c']),
  ]);
  expect(result).toMatchObject({
    result: ['ana', 'only', null, 2, false, 2, [0, 1], ['b', 'c', 'a']],
    draws: [
      { kind: 'secret', size: 2, result: 'ana' },
      { kind: 'secret', size: 2, result: 'no 2' },
      { kind: 'secret', size: 2, result: false },
      { kind: 'secret', size: 3, result: 2 },
      { kind: 'secret', size: 3, result: 'b' },
      { kind: 'secret', size: 2, result: 'c' },
    ],
  });
  expect(asked[0]).toEqual(['secret', 'a', 'ana', 'ana']);
});

test('rolls nothing for a question', () => {
  const { kernel, run, asked } = rolling();
  run(({ dice }) => dice(6));
  const tried = kernel.explainInput({
    type: 'act',
    at: '2021-06-18T09:00:00Z',
    by: 'ana',
    action: 'run',
    with: {},
  });
  expect(tried.refusal).toMatchObject({ code: 'chance' });
  expect(asked).toHaveLength(1);
});

test.each<[string, (game: Loose) => unknown]>([
  ['a die', ({ dice }) => dice(6)],
  ['a secret number', ({ secret }) => secret.number(6)],
  ['a secret choice', ({ secret }) => secret.pick(['a', 'b'])],
])('a view can’t roll %s', (_, roll) => {
  const on = playground((game: Loose) => ({
    views: { luck: { of: 'game', returns: { kind: 'data' }, value: () => roll(game) } },
  }));
  expect(whyNot(on.run(({ view }) => view('luck')))).toBe("a view can only read: it can't roll dice");
});

test('draws a secret number among all, and marks it as seen; null is an option like any other', () => {
  const asked: unknown[] = [];
  const chance = {
    dice: (_: unknown, names: readonly unknown[]) => asked.push([...names]) - asked.length + 1,
    secret: (names: readonly unknown[]) => asked.push([...names]) - asked.length,
  } as Loose;
  const { kernel, get } = playground({}, [], chance);
  expect(get(({ secret }) => secret.number(3))).toBe(1);
  expect(kernel.runtime.frame.sawPrivate).toBe(true);
  get(({ secret }) => secret.pick(['a', 'b']));
  expect(kernel.runtime.frame.sawPrivate).toBe(true);
  expect(
    get(({ secret, pick }) => [secret.yes(), secret.pick([null, 'x']), pick([{ id: 7, of: 1 }, null]).id]),
  ).toEqual([true, null, 7]);
  expect(asked).toEqual([
    [1, 2, 3],
    ['a', 'b'],
    [true, false],
    [null, 'x'],
    [7, null],
  ]);
});

test('no more than two thousand dice are rolled at once, and then there is none', () => {
  const { run } = rolling();
  const roll = (count: number): Loose =>
    run(({ dice }) => Array.from({ length: count }, () => dice(6) as number).length);
  expect(roll(2000)).toMatchObject({ ok: true, result: 2000 });
  expect(whyNot(roll(2001))).toBe('nothing can roll more than 2000 dice at once');
});
