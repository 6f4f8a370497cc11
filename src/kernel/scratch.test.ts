import { expect, test } from 'vitest';

import { kernelWith } from './fixtures/kernel-with.ts';

const act = { type: 'act', at: '2026-01-01T00:00:00Z', by: 'ana', action: 'count', with: {} } as const;

test('keeps what a clause stores in its scratch for one step', () => {
  const kernel = kernelWith([
    {
      title: 'Ash',
      clause: ({ scratch, hook, result }) => {
        const under = scratch(() => ({ n: 0 }));
        return {
          hooks: { more: () => (under().n += 1) },
          actions: {
            count: { by: 'anybody', effect: () => result([hook('more'), hook('more')]) },
          },
        };
      },
    },
  ]);
  for (let times = 0; times < 2; times++)
    expect(kernel.take(act)).toMatchObject({ ok: true, result: [1, 2] });
});

test('can’t be used while rules are defined', () => {
  const clause = ({ scratch }: { scratch: (make: () => object) => () => object }): object =>
    scratch(() => ({}))();
  expect(() => kernelWith([{ title: 'Ash', clause }])).toThrow(/there is no step yet/);
});
