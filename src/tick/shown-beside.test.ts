import { SMALL } from '../session/fixtures/desk.ts';
import { expect, test } from 'vitest';

import { bo, kernelGame, seenAfterTick } from './fixtures/embedded-game.ts';

const PLAYER = 'content/gamestate/players/bo.md';

test.each([
  ['content/site.css', 'main { display: none; }'],
  ['content/site.yml', 'title: Harbour by night\n'],
  ['content/pages/harbour.md', '---\ntitle: Harbour\n---\nShips lie here.\n'],
  ['content/languages/de.yml', 'Quorum: Mehrheit von heute\n'],
  ['content/site.png', 'no picture at all'],
])('shows in its comment what a proposal changes in %s', async (path, text) => {
  const game = await kernelGame(SMALL);
  const head = await game.branch({ [path]: text });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'P', text: '', branch: 'b', head });
  await game.tick();
  const [comment = ''] = await game.said(post);
  expect(comment).toContain(`**${path}** (new)`);
  for (const line of text.split('\n')) expect(comment).toContain(line);
});

test('shows a text below values, with their changes or alone', async () => {
  const game = await kernelGame(SMALL);
  const file = (await game.content()).get(PLAYER) ?? '';
  const head = await game.branch({
    [PLAYER]: `${file.replace('name: bo', 'name: Bob')}\nHe owns the harbour.\n`,
  });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'P', text: '', branch: 'b', head });
  await game.tick();
  const [comment = ''] = await game.said(post);
  expect(comment).toContain('Bob');
  expect(comment).toContain('<ins>He owns the harbour.</ins>');
  const shown = await seenAfterTick(game, ({ branches, open }) => {
    return branches.shownChanges(open.play.state().posts[post] ?? { id: post, changes: [] });
  });
  expect(shown.map((one) => one.verb)).toEqual(['set', 'file']);
});
