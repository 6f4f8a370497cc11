import { expect, test } from 'vitest';
import { rule, type RuleDefinition } from '../rules/rule.ts';
import { derive } from '../rules/derive.ts';
import { integer, map, text } from '../rules/types.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import { query } from './query.ts';

const AT = '2021-06-18T09:00:00Z';

interface Owner {
  readonly gain: (name: string, n: number) => void;
  readonly spend: (name: string, n: number) => void;
  readonly transfer: (name: string, n: number, to: unknown) => void;
}

/** Runs the action `try` with this effect, in a game with a single rule. */
function trying(
  effect: (words: { readonly actor: Owner; readonly people: { get(id: string): Owner } }) => void,
  more: { readonly private?: boolean; readonly reveals?: readonly string[] } = {},
): { readonly reason: string | null; read(path: string): unknown } {
  const clause = rule(() => ({
    player: { lampOil: integer(), stock: map(integer()) },
    actions: { try: { by: 'anybody', effect, ...more } },
  }));
  const testRule: TestRule = { title: 'Wares', clause: clause.define };
  const kernel = kernelWith([testRule]);
  const result = kernel.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} }, true);
  return {
    reason: result.ok ? null : result.refusal.reason,
    read: (path) => query(kernel.runtime, path.split('.')),
  };
}

test('gains, spends and hands on an entry of a map like any number; a missing one counts as none', () => {
  const gained = trying(({ actor }) => {
    actor.gain('stock.grain', 3);
    actor.gain('stock.silk', 1);
    actor.spend('stock.grain', 2);
  });
  expect(gained.reason).toBeNull();
  expect(gained.read('players.ana.stock')).toEqual({ grain: 1, silk: 1 });
  expect(trying(({ actor }) => actor.spend('stock.grain', 1)).reason).toContain('stock.grain would be -1');
  expect(trying(({ actor }) => actor.gain('stock.constructor', 1)).read('players.ana.stock')).toEqual({
    constructor: 1,
  });
  expect(trying(({ actor }) => actor.gain('lampOil.grain', 1)).reason).toContain('has no number called');
});

test('a private action can declare one variable of a player, and a refusal suggests the narrowest', () => {
  const pay = ({ actor }: { actor: Owner }): void => actor.gain('lampOil', 1);
  const reason = (reveals: readonly string[]): string | null =>
    trying(pay, { private: true, reveals }).reason;
  expect(reason(['players.lampOil'])).toBeNull();
  expect(reason(['players.lamp-oil'])).toBeNull();
  expect(reason(['players'])).toBeNull();
  expect(reason(['players.stock'])).toContain("reveals: ['players.lampOil']");
});

test('a view of two things gets both, and remembers each pair separately', () => {
  const clause = ({ view }: { view: (id: string, ...of: unknown[]) => string }): RuleDefinition => ({
    views: {
      between: derive({ of: ['player', 'text'], returns: text(), value: (who, word) => `${who.id} ${word}` }),
      twice: derive({
        of: 'player',
        returns: text(),
        value: (who) => `${view('between', who, 'a')}, ${view('between', who, 'b')}`,
      }),
    },
    actions: { wave: { by: 'anybody' } },
  });
  const kernel = kernelWith([{ title: 'Both', clause: clause as never }]);
  kernel.take({ type: 'act', at: AT, by: 'ana', action: 'wave', with: {} }, true);
  expect(query(kernel.runtime, ['views', 'between', 'ana', 'hi'])).toBe('ana hi');
  expect(query(kernel.runtime, ['players', 'ana', 'twice'])).toBe('ana a, ana b');
});
