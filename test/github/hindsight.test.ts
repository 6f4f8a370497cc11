// What a proposal would have made of the last weeks stands in the engine's comment on GitHub as well.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { hoursAfter } from '../../src/kernel/time.ts';
import { ana, bo, playOnGitHub, type ActionGame } from './action-game.ts';

const RULE = 'content/ruleset/dynastic/proving-ground.md';

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

test('the comment on a proposal says how recent actions would have gone under it', async () => {
  const { table, standIn } = game;
  const lamps = '---\ntitle: Lamps\n---\nThere are lamps.\n';
  const { number } = await game.propose(ana, 'Lamps', { 'content/ruleset/dynastic/lamps.md': lamps });
  const thread = String(number);
  await table.comment(ana, thread, '/act take-pip');
  await game.tick();
  standIn.world.now = hoursAfter(standIn.world.now, 30);
  await table.comment(ana, thread, '/act take-pip');
  await game.tick();
  const text = (await game.content()).get(RULE) ?? '';
  const post = await game.propose(bo, 'Larger pips', {
    [RULE]: text.replace('[1](#value:pip)', '[7](#value:pip)'),
  });
  await game.tick();
  const [standing = ''] = game.comments(post, 'standing');
  expect(standing).toContain('**The past weeks.** Had this been in force since');
  expect(standing).toContain('- ana: Pips 5 → 17');
  expect(standing).not.toContain('- bo: Pips');
  // The note of the trial keeps it, so that the next run says the same without playing again.
  await game.tick();
  expect(game.comments(post, 'standing')).toEqual([standing]);
});
