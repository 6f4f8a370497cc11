import { expect, test } from 'vitest';

import { integer, list, optional, player, text } from '../rules/types.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import type { Kernel } from './kernel.ts';

const AT = '2021-06-18T09:00:00Z';

/** A kernel with an action that bypasses all checks, like a fault of the engine. */
function faultyKernel(write: (kernel: Kernel) => void): Kernel {
  const rule: TestRule = {
    title: 'Faulty',
    clause: ({ game }: { game: { oil: number } }) => ({
      posts: { proposal: { votable: true } },
      game: { oil: integer({ start: 3, max: 9 }), head: optional(player()), names: list(text(), { max: 1 }) },
      emperor: { plan: integer({ private: true }) },
      player: { lamps: integer() },
      things: { rooms: { open: true, fields: { size: integer({ min: 1, start: 1 }) } } },
      actions: {
        try: {
          by: 'anybody',
          effect: () => {
            game.oil = 4;
            write(kernel);
          },
        },
      },
    }),
  };
  const kernel: Kernel = kernelWith([rule]);
  kernel.assume('players.ana.lamps', 1);
  kernel.take({ type: 'post', at: AT, by: 'ana', id: 'P1', kind: 'proposal', title: 'A', text: '' });
  return kernel;
}

const put =
  (path: readonly string[], value: unknown) =>
  ({ runtime: { store } }: Kernel): void => {
    const holder = store.at(path.slice(0, -1)) as object;
    store.write(holder, path.at(-1) ?? '', value, path);
  };

test.each<[string, readonly string[], unknown]>([
  ['doesn’t fit its type', ['game', 'oil'], -1],
  ['doesn’t fit its type', ['game', 'oil'], 10],
  ['differs from its stored form', ['game', 'oil'], 1.5],
  ['doesn’t fit its type', ['game', 'head'], 7],
  ['doesn’t fit its type', ['game', 'names'], ['a', 'b']],
  ['doesn’t fit its type', ['emperor', 'plan'], -77],
  ['doesn’t fit its type', ['players', 'ana', 'lamps'], 'many'],
  ['is tracked by no rule', ['players', 'ana', 'wings'], 2],
  ['has a lamps that doesn’t fit its type', ['players', 'bo'], { lamps: -1 }],
  ['is tracked by no rule', ['dynasty', 'doom'], 7],
  ['is in a collection that no rule has', ['things', 'ships'], {}],
  ['has a size that doesn’t fit its type', ['things', 'rooms', 'attic'], { size: 0 }],
  ['is no part of a game', ['weather'], 'wet'],
])('stops a step that writes what %s, and keeps nothing of it: %j', (says, path, value) => {
  const kernel = faultyKernel(put(path, value));
  const before = JSON.stringify(kernel.state);
  const result = kernel.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} }, true);
  expect(result).toMatchObject({ ok: false, refusal: { code: 'assertion' } });
  const reason = result.ok ? '' : result.refusal.reason;
  expect(reason).toContain(`${path.join('.')} ${says}`);
  expect(reason).toContain(`(ana: try, at ${AT})`);
  expect(reason).not.toContain('77');
  expect(JSON.stringify(kernel.state)).toBe(before);
  expect(kernel.take({ type: 'comment', at: AT, by: 'ana', on: 'P1', id: 'c1', text: 'Hm' }).ok).toBe(true);
});

test('what is resolved stays resolved', () => {
  const kernel = faultyKernel(put(['posts', 'P1', 'status'], 'failed'));
  const act = { type: 'act', at: AT, by: 'ana', action: 'try', with: {} } as const;
  expect(kernel.take(act, true).ok).toBe(true);
  const again = faultyKernel((one) => {
    put(['posts', 'P1', 'status'], 'pending')(one);
  });
  put(['posts', 'P1', 'status'], 'enacted')(again);
  again.runtime.store.commit();
  const result = again.take(act, true);
  expect(result.ok ? '' : result.refusal.reason).toContain('posts.P1.status would be resolved again');
  expect(again.state.posts['P1']?.status).toBe('enacted');
});

test('accepts a collection that comes with all that is in it', () => {
  const kernel = faultyKernel((one) => {
    const { things } = one.state;
    put(['things', 'rooms', 'attic'], { size: 1 })(one);
    one.runtime.store.write(things, 'rooms', { attic: { size: 1 }, cellar: { size: 2 } }, [
      'things',
      'rooms',
    ]);
  });
  expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} }, true).ok).toBe(true);
});

test('lets a sound step through', () => {
  const kernel = faultyKernel(put(['game', 'names'], ['a']));
  expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} }, true).ok).toBe(true);
  expect(kernel.state.game).toMatchObject({ oil: 4, names: ['a'] });
});

test('doesn’t take a title that reads like a status for one', () => {
  const kernel = kernelWith([{ title: 'Stories', clause: () => ({ posts: { story: {} } }) }]);
  const post = { type: 'post', at: AT, by: 'ana', id: 'P1', kind: 'story', text: '' } as const;
  kernel.take({ ...post, title: 'failed' });
  const alter = { type: 'alter', at: AT, by: 'ana', on: 'P1', how: 'edit', title: 'Try again' } as const;
  expect(kernel.take(alter)).toMatchObject({ ok: true });
  expect(kernel.state.posts['P1']?.title).toBe('Try again');
});
