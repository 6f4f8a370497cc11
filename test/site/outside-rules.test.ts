import { expect, test } from 'vitest';

import { readMarkdownFile } from '../../src/ruleset/front-matter.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { outsideRulesIn } from '../../src/session/position/branches.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import type { SiteData } from '../../src/site/data/site-data.ts';
import { openToShow } from '../../src/site/prepare/game-shown.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { contentForPages } from '../../src/tick/current-content.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';

const PLAYER = 'content/gamestate/players/bo.md';

async function siteOf(game: TestGame): Promise<SiteData> {
  const cached = new CachedGame();
  await game.tick({ cached });
  if (cached.position === null) throw new Error('no game is cached');
  const content = await contentForPages(cached.position, await game.content(), {
    forge: game.forge,
    main: game.mainTip,
  });
  cached.close();
  const shown = await openToShow(content, game.now, caches);
  const { site } = await collectSite(shown, { now: game.now, outsideRules: outsideRulesIn(content) });
  shown.close();
  return site;
}

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
  await game.tick();
  const site = await siteOf(game);
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

test('it still shows that once it has passed', async () => {
  const game = await kernelGame();
  const player = (await game.content()).get(PLAYER) ?? '';
  const page = '---\ntitle: Harbour\n---\nShips lie here.\n';
  const head = await game.branch({
    'content/pages/harbour.md': page,
    [PLAYER]: `${player}\nHe owns the harbour.\n`,
  });
  const post = await game.table.open(ana, {
    kind: 'proposal',
    title: 'Harbour',
    text: '',
    branch: 'b',
    head,
  });
  await game.tick();
  for (const person of [ana, bo, cy, dee, eli, fay]) await game.table.comment(person, post, ':for:');
  game.later(50);
  await game.tick();
  const found = (await siteOf(game)).posts.find(({ id }) => id === post);
  expect(found?.status).toBe('enacted');
  const words = found?.diffs.flatMap((one) => one.shown.words.map(({ text }) => text)).join('');
  expect(words).toContain('Ships lie here.');
  expect(words).toContain('He owns the harbour.');
});
