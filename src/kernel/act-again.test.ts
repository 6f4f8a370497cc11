import { expect, test } from 'vitest';
import { integer } from '../rules/types.ts';
import type { Chance } from './chance.ts';
import { Kernel } from './kernel.ts';
import type { Result } from './result.ts';
import { HarnessError } from './calls.ts';
import { type TestRule, clausesOf, manifestOf } from './fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';

interface Words {
  readonly actor: { oil: number; gain(variable: string, n: number): void };
  dice(sides: number): number;
  again(line: unknown): void;
  revert(changes: unknown): void;
  readonly ledger: { at(index: number): { changes: unknown } };
  readonly line: number;
}

/** A roll with so many sides, an action that adds it, one that repeats a line of the ledger, and one that reverts a line. */
const rules = (sides: number): readonly TestRule[] => [
  {
    title: 'Oil',
    clause: () => ({
      player: { oil: integer() },
      actions: {
        draw: {
          by: 'anybody',
          effect: (({ actor, dice }: Words) => actor.gain('oil', dice(sides))) as never,
        },
        drop: { by: 'anybody', effect: (({ actor }: Words) => actor.gain('oil', 1)) as never },
        redo: {
          by: 'anybody',
          with: { line: integer() },
          effect: (({ again, ledger, line }: Words) => again(ledger.at(line))) as never,
        },
        'take-back': {
          by: 'anybody',
          with: { line: integer() },
          effect: (({ revert, ledger, line }: Words) => revert(ledger.at(line).changes)) as never,
        },
      },
    }),
  },
];

/** A kernel with a ledger. The dice fall as given, then run out. */
function playing(fallen: readonly number[]) {
  const lines: unknown[] = [];
  const left = [...fallen];
  const chance: Chance = {
    dice(size) {
      const next = left.shift();
      if (next === undefined) throw new HarnessError(`no die of ${size} is left`);
      return next;
    },
    secret: () => 0,
  };
  const now = { rules: rules(6) };
  const kernel = new Kernel({
    clauseOf: (module) => clausesOf(now.rules)(module),
    chance,
    ledger: {
      get length() {
        return lines.length;
      },
      at: (index) => lines.at(index) ?? null,
    },
  });
  const inForce = (): void => {
    expect(kernel.link(manifestOf(now.rules))).toEqual([]);
  };
  inForce();
  kernel.load(null);
  return {
    oil: (who: string): unknown => kernel.state.players[who]?.['oil'],
    amend(sides: number): void {
      now.rules = rules(sides);
      inForce();
    },
    /** Ana and Bo are known. Bo repeats a line that nobody wrote. */
    actAgain(line: unknown): Result {
      kernel.take({ type: 'heard', at: AT, by: 'ana' });
      lines.push(line);
      return kernel.take({ type: 'act', at: AT, by: 'bo', action: 'redo', with: { line: lines.length - 1 } });
    },
    act(by: string, what: string, words: Record<string, unknown> = {}): Result {
      const result = kernel.take({ type: 'act', at: AT, by, action: what, with: words });
      if (result.ok) lines.push({ by, what, with: words, draws: result.draws, changes: result.changes });
      return result;
    },
  };
}

test('takes an action again for the person who took it, and keeps its roll', () => {
  const game = playing([4]);
  expect(game.act('ana', 'draw').draws).toEqual([{ kind: 'dice', size: 6, result: 4 }]);
  const redone = game.act('bo', 'redo', { line: 0 });
  expect(redone).toMatchObject({ ok: true, draws: [] });
  expect([game.oil('ana'), game.oil('bo')]).toEqual([8, 0]);
});

test('rolls a die with other sides anew', () => {
  const game = playing([4, 9]);
  game.act('ana', 'draw');
  game.amend(10);
  expect(game.act('bo', 'redo', { line: 0 }).draws).toEqual([{ kind: 'dice', size: 10, result: 9 }]);
  expect(game.oil('ana')).toBe(13);
});

test('reverting a change keeps what others have changed since', () => {
  const game = playing([4]);
  game.act('ana', 'drop');
  game.act('ana', 'draw');
  game.act('ana', 'drop');
  expect(game.act('bo', 'take-back', { line: 1 }).ok).toBe(true);
  expect(game.oil('ana')).toBe(2);
});

test('doesn’t keep secret draws among the rolls', () => {
  const game = playing([3]);
  const again = game.actAgain({
    by: 'ana',
    what: 'draw',
    with: {},
    draws: [
      { kind: 'secret', size: 6, result: 5 },
      { kind: 'dice', size: 6, result: 2 },
    ],
  });
  expect(again.ok).toBe(true);
  expect(game.oil('ana')).toBe(2);
});

test('doesn’t take an action again if nobody known took it', () => {
  for (const by of [null, 'zed'])
    expect(playing([]).actAgain({ by, what: 'draw', with: {}, draws: [] })).toMatchObject({
      ok: false,
      refusal: { code: 'no-such-person', reason: 'it is not known who took draw' },
    });
});
