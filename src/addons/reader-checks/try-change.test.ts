import { expect, test } from 'vitest';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { homeWith } from '../../host/fixtures/home-with.ts';
import { readRule, tryChange } from './try-change.ts';

test.each<[from: string, to: string, parted: readonly string[]]>([
  [
    '25 Points wins',
    '10 Points wins',
    [
      'Only the words of The Goal change. Its table still says “When Points reach 25, that player wins.” The text now says “10” instead of “25”.',
    ],
  ],
  ['25', '10', []],
])('reports a sentence that leaves its table behind as the forms do: %s → %s', async (from, to, parted) => {
  const game = await homeWith({ core: 'fireside', dynasty: 'dice-and-dares' });
  const rule = readRule(await game.content(), 'dynastic/the-goal');
  const tried = await tryChange(game, { ...rule, body: rule.body.replaceAll(from, to) }, caches);
  expect([tried.trial?.ok, tried.parted]).toEqual([true, parted]);
});
