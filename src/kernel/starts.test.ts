import { expect, test } from 'vitest';

import { integer, list, text } from '../rules/types.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { Kernel } from './kernel.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** Three new rooms with four variables: the ids for which their rule was asked, and the rooms. */
function begun(
  start: (
    id: string,
    of: { readonly game: Loose; readonly count: number },
  ) => Readonly<Record<string, unknown>>,
): { readonly asked: readonly string[]; readonly rooms: unknown } {
  const asked: string[] = [];
  const rules: readonly TestRule[] = [
    {
      title: 'Rooms',
      clause: (game) => ({
        game: { size: integer({ start: 3 }) },
        things: {
          rooms: {
            ids: ['a', 'b', 'c'],
            fields: { name: text(), size: integer({ start: 2 }), light: integer(), doors: list(text()) },
            start(id: string) {
              asked.push(id);
              return start(id, { game, count: asked.length });
            },
          },
        },
      }),
    },
  ];
  const kernel = new Kernel({
    clauseOf: clausesOf(rules),
    chance: { dice: () => 4, secret: () => 0 },
  });
  expect(kernel.link(manifestOf(rules))).toEqual([]);
  kernel.load(null);
  return { asked, rooms: kernel.state.things['rooms'] };
}

const each = (times: number): string => ['a', 'b', 'c'].map((id) => id.repeat(times)).join('');

test('asks for a thing’s starting values once if that makes no difference', () => {
  const { asked, rooms } = begun((id) => ({ name: `Room ${id}`, doors: id === 'a' ? ['b'] : undefined }));
  expect(asked.join('')).toBe(each(1));
  expect(rooms).toEqual({
    a: { name: 'Room a', size: 2, light: 0, doors: ['b'] },
    b: { name: 'Room b', size: 2, light: 0, doors: [] },
    c: { name: 'Room c', size: 2, light: 0, doors: [] },
  });
});

test('asks once if the starting values depend on something in the game that stays as it is', () => {
  const { asked, rooms } = begun((_, { game }) => ({ size: game.game.size }));
  expect(asked.join('')).toBe(each(1));
  expect(rooms).toMatchObject({ a: { size: 3 }, b: { size: 3 }, c: { size: 3 } });
});

test('two things don’t share a list', () => {
  const { b, c } = begun(() => ({})).rooms as Record<string, { readonly doors: unknown }>;
  expect(b?.doors).toEqual([]);
  expect(b?.doors).not.toBe(c?.doors);
});

test.each<[string, Parameters<typeof begun>[0]]>([
  ['dice', (_, { game }) => ({ light: game.dice(6) })],
  [
    'a change that it makes',
    (_, { game, count }) => {
      game.setPath('game.size', count);
      return {};
    },
  ],
  [
    'a change that it asks for',
    (_, { game }) => {
      game.ruleset.amend({ type: 'repeal-rule', path: 'core/rooms' });
      return {};
    },
  ],
])('asks at each variable if the starting values depend on %s', (_, start) => {
  expect(begun(start).asked.join('')).toBe(each(4));
});
