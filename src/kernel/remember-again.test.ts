import fc from 'fast-check';
import { expect, test } from 'vitest';

import { integer } from '../rules/types.ts';
import { kernelWith, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import type { Kernel } from './kernel.ts';

const AT = '2021-06-18T09:00:00Z';

interface Worked {
  readonly kernel: Kernel;
  readonly rules: readonly TestRule[];
  /** A view's answer, which is twice a variable, and how often it has been computed. */
  ask(): readonly [answer: unknown, times: number];
}

function worked(): Worked {
  let times = 0;
  const rule: TestRule = {
    title: 'Turns',
    clause: ({ game }: { readonly game: { readonly turn: number } }) => ({
      game: { turn: integer({ start: 1 }) },
      views: {
        double: {
          of: 'game',
          returns: integer(),
          value: () => {
            times++;
            return game.turn * 2;
          },
        },
      },
    }),
  };
  const kernel = kernelWith([rule]);
  return { kernel, rules: [rule], ask: () => [kernel.read(AT, ['views', 'double']), times] };
}

test('a held game gets back its remembered answers after a step that starts from nothing', () => {
  const { kernel, ask } = worked();
  expect(ask()).toEqual([2, 1]);
  kernel.hold();
  kernel.forget();
  expect(ask()).toEqual([2, 2]);
  kernel.remember();
  expect(ask()).toEqual([2, 2]);
});

test('a game that isn’t held, or whose rules change, remembers nothing of before', () => {
  const { kernel, rules, ask } = worked();
  ask();
  kernel.forget();
  kernel.remember();
  expect(ask()).toEqual([2, 2]);
  kernel.hold();
  kernel.forget();
  expect(kernel.link(manifestOf(rules))).toEqual([]);
  kernel.remember();
  expect(ask()).toEqual([2, 3]);
});

test('what is remembered again equals what would be recomputed', () => {
  const step = fc.oneof(fc.constantFrom('ask', 'forget', 'remember', 'hold', 'rewind', 'recover'), fc.nat(9));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { kernel, ask } = worked();
      const asked: unknown[] = [];
      const anew: unknown[] = [];
      kernel.hold();
      for (const one of [...steps, 'remember', 'ask'] as const) {
        if (typeof one === 'number') kernel.assume('game.turn', one);
        else if (one === 'ask') {
          asked.push(ask()[0]);
          anew.push(Number(kernel.read(AT, ['game', 'turn'])) * 2);
        } else kernel[one as 'hold']();
      }
      expect(asked).toEqual(anew);
    }),
  );
});
