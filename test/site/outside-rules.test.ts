import { expect, test } from 'vitest';

import { readMarkdownFile } from '../../src/ruleset/front-matter.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { outsideRulesIn } from '../../src/session/position/branches.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { openToShow } from '../../src/site/prepare/game-shown.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { contentForPages } from '../../src/tick/current-content.ts';
import { ana, bo, cy, kernelGame } from '../../src/tick/fixtures/embedded-game.ts';

const PLAYER = 'content/gamestate/players/bo.md';

test('a matter’s page shows what it would change outside the rules, as its comment does', async () => {
  const game = await kernelGame();
  const player = (await game.content()).get(PLAYER) ?? '';
  expect(readMarkdownFile(PLAYER, player).data['name']).toBe('bo');
  const proposed: Record<string, string> = {
    'content/site.css': 'main { display: none; }',
    'content/site.yml': 'title: Harbour by night\n',
    'content/pages/harbour.md': '---\ntitle: Harbour\n---\nShips lie here.\n',
    'content/languages/de.yml': 'Quorum: Mehrheit von heute\n',
    'content/site.png': 'no picture at all',
    [PLAYER]: `${player.replace('name: bo', 'name: Bob')}\nHe owns the harbour.\n`,
  };
  const authors = [ana, bo, cy];
  const posts = new Map<string, string>();
  for (const [path, text] of Object.entries(proposed)) {
    const head = await game.branch({ [path]: text });
    const post = await game.table.open(authors[posts.size % 3] ?? bo, {
      kind: 'proposal',
      title: path,
      text: '',
      branch: `b${posts.size}`,
      head,
    });
    posts.set(path, post);
  }
  const cached = new CachedGame();
  await game.tick({ cached });
  if (cached.position === null) throw new Error('no game is cached');
  const content = contentForPages(cached.position, await game.content());
  cached.close();
  const shown = await openToShow(content, game.now, caches);
  const { site } = await collectSite(shown, { now: game.now, outsideRules: outsideRulesIn(content) });
  shown.close();
  for (const [path, post] of posts) {
    const diffs = site.posts.find(({ title }) => title === path)?.diffs ?? [];
    const words = diffs.flatMap((one) => one.shown.words.map(({ text }) => text)).join('');
    const [comment = ''] = await game.said(post);
    const lines = path === PLAYER ? ['He owns the harbour.'] : (proposed[path] ?? '').split('\n');
    for (const line of lines.filter((one) => one !== '' && one !== '---')) {
      expect(comment, path).toContain(line);
      expect(words, path).toContain(line);
    }
    expect(diffs.length, path).toBe(path === PLAYER ? 2 : 1);
  }
});
