import { expect, test } from 'vitest';

import { ana, bo, cy, dee, eli, kernelGame, VOTES } from '../tick/fixtures/embedded-game.ts';
import { WORDED, writeWorded } from './worded-changes.ts';

test('a change in words finds its rule’s current file on enactment, and its own file isn’t merged', async () => {
  const game = await kernelGame();
  const main = await game.mainTip();
  const text = (await game.content()).get(VOTES) ?? '';
  const moved = 'content/ruleset/core/votable-matters/votes-cast.md';
  const clause = VOTES.replace('.md', '.ts');
  const first = await game.branch({
    [VOTES]: null,
    [moved]: text,
    [clause]: null,
    [moved.replace('.md', '.ts')]: (await game.content()).get(clause) ?? '',
  });
  const worded = writeWorded([
    { verb: 'edit-rule', rule: 'Votes', replace: '48 hours, or longer', with: '36 hours, or longer' },
    { verb: 'add-rule', title: 'Lamps', text: 'There are lamps.', section: 'dynastic' },
  ]);
  const second = await game.branch({ [WORDED]: worded }, main);
  const draft = { kind: 'proposal', text: '' };
  const posts = [
    await game.table.open(bo, { ...draft, title: '[Core] Move', head: first }),
    await game.table.open(eli, { ...draft, title: '[Core] Shorter', head: second }),
  ];
  for (const post of posts)
    for (const voter of [ana, cy, dee, bo, eli]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  const content = await game.content();
  expect(content.has('content/ruleset/dynastic/lamps.md')).toBe(true);
  expect(content.has(VOTES)).toBe(false);
  expect(content.get(moved)).toContain('[36 hours](#value:window)');
  expect([...content.keys()]).not.toContain(WORDED);
});
