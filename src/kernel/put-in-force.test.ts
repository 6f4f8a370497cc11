import { expect, test } from 'vitest';

import { integer, list, text } from '../rules/types.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';
import type { Manifest } from './manifest.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** Rules with two titles, which come into force one after the other. */
function changing(first: Loose, other: Loose): { kernel: Kernel; second: Manifest } {
  const rule = (title: string, clause: Loose): TestRule => ({
    title,
    clause: typeof clause === 'function' ? clause : () => clause,
  });
  const rules = [rule('First', first), rule('Second', other)];
  const kernel = new Kernel({ clauseOf: clausesOf(rules) });
  const [now, second] = rules.map((one) => manifestOf([one])) as [Manifest, Manifest];
  expect(kernel.link(now)).toEqual([]);
  kernel.load(null);
  return { kernel, second };
}

test('a clause gets the current time even from what it was defined with', () => {
  const { kernel } = changing(
    (game: Loose) => ({
      actions: { tell: { by: 'anybody', effect: ({ result }: Loose) => result(game.now) } },
    }),
    {},
  );
  expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'tell', with: {} })).toMatchObject({
    ok: true,
    result: AT,
  });
});

test('answers nothing from the earlier rules once others are in force', () => {
  const { kernel, second } = changing(
    {
      player: { oil: integer({ start: 3 }) },
      hooks: { word: () => 'first' },
      views: { turn: { of: 'game', returns: integer(), value: () => 1 } },
    },
    {
      player: { oil: integer({ start: 3 }), gold: integer({ start: 7 }) },
      things: { huts: { open: true, fields: { size: integer() } } },
      hooks: { word: () => 'second', rich: ({ people }: Loose) => people.get('ana').gold },
      views: { turn: { of: 'game', returns: integer(), value: () => 2 } },
    },
  );
  kernel.take({ type: 'heard', at: AT, by: 'ana' });
  expect([kernel.ask('word', {}), kernel.read(AT, ['turn'])]).toEqual(['first', 1]);
  expect(kernel.link(second)).toEqual([]);
  expect([kernel.ask('word', {}), kernel.read(AT, ['turn'])]).toEqual(['second', 2]);
  kernel.assume('players.ana.gold', 8);
  expect(kernel.ask('rich', {})).toBe(8);
  // A converted state has an entry for each collection, and this one hasn't.
  kernel.assume('huts.h1.size', 2);
  expect(kernel.state.things).toEqual({ huts: { h1: { size: 2 } } });
});

test('loading another game leaves no answers and no state of the one before', () => {
  const { kernel } = changing(
    ({ game }: Loose) => ({
      game: { turn: integer() },
      views: { twice: { of: 'game', returns: integer(), value: () => game.turn * 2 } },
    }),
    {},
  );
  kernel.assume('game.turn', 4);
  kernel.take({ type: 'heard', at: AT, by: 'ana' });
  expect(kernel.read(AT, ['twice'])).toBe(8);
  kernel.load({ ...structuredClone(kernel.state), game: { turn: 9 } });
  expect(kernel.read(AT, ['twice'])).toBe(18);
  kernel.load(null);
  expect([kernel.state.players, kernel.read(AT, ['twice'])]).toEqual([{}, 0]);
});

test('values given to a game on loading stay if a call is stopped half-way', () => {
  const { kernel } = changing({ game: { turn: integer({ start: 2 }) } }, {});
  kernel.recover();
  expect(kernel.state.game).toEqual({ turn: 2 });
});

test('which things exist may depend on what only the emperor’s side may see', () => {
  const { kernel } = changing(
    ({ emperor }: Loose) => ({
      emperor: { halls: list(text(), { private: true }) },
      things: { rooms: { ids: () => emperor.halls, fields: { size: integer() } } },
    }),
    {},
  );
  kernel.load({ ...structuredClone(kernel.state), emperor: { halls: ['hall'] } });
  expect(kernel.state.things).toEqual({ rooms: { hall: { size: 0 } } });
});
