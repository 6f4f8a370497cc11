// A post on which GitHub takes nothing more, since somebody filled it: with comments, of which it takes 2,500, or labels, of which it
// takes a hundred. All that concerns other posts goes on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ana, bo, cy, dee, eli, fay, playOnGitHub, type ActionGame } from './action-game.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

test('where it takes no more comments or labels, that is told in the run, and the game goes on', async () => {
  const { standIn, table } = game;
  const { world } = standIn;
  const night = await game.propose(bo, 'Night', { [NIGHT]: '---\ntitle: Night\n---\nIt is night.\n' });
  const call = game.post(await table.open(cy, { kind: 'cfj', title: 'Who began?', text: 'Bo did.' }));
  await game.tick();
  const outsider = world.account('outsider', { permission: 'read' });
  while (call.comments.length < 40) call.comments.push(world.write(outsider, 'spam'));
  world.mostComments = 40;
  world.label(
    call,
    outsider,
    Array.from({ length: 110 }, (_, n) => `l${n}`).slice(0, 100 - call.labels.length),
  );
  // A command there is answered there, which GitHub refuses; the standing and the outcome are to be told too.
  call.comments.splice(5, 1, world.write(world.account('dee'), '/why roll'));
  for (const voter of [ana, cy, dee, eli, fay]) await table.react(voter, String(night.number), '+1');
  world.now = '2021-06-18T12:30:00Z';
  await game.tick();
  expect(game.comments(night, 'standing').join('')).toMatch(/6 for/u);
  expect(game.said()).toMatch(/::warning::.*2500 comments/u);
  world.now = '2021-06-20T22:30:00Z';
  await game.tick();
  expect((await game.content()).get(NIGHT)).toContain('It is night.');
  expect(night).toMatchObject({ closed: true, locked: true });
  expect(night.labels).toContain('game/enacted');
  expect(call).toMatchObject({ closed: true, locked: true });
  await game.tick();
});
