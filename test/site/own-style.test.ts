// A game with a look and pages of its own: `content/site.yml`, `content/site.css`, a picture, and `content/pages/`.
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder } from '../../src/cli/local/serve-folder.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { readContentIn } from '../../src/store/content-folder.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { faultsOn } from './look-at-pages.ts';
import { readHtml, wordsOn } from './read-html.ts';
import { NOW, sampleGame } from './sample-game.ts';

const LOOK = `theme:
  accent: '#0b5394'
  fonts: { words: slab, about: typewriter }
  header: { picture: site.png, alt: The harbour at dawn }
pages:
  - id: map
    title: Rooms of it
    kit: table
    of: rooms
    fields: [name, explored]
  - id: welcome
    title: Welcome
    kit: text
    text: |
      Votes stay open for **{{Votes.window}}** now.
`;
const LORE = `---
title: Old lore
intro: What is told of the harbour.
---
## Who leads

{{dynasty.emperor}} has {{players.ana.puissance}}, and E5 is called {{rooms.E5.name}}. <script>harmed()</script>

{{table rooms name explored}}

And {{players.dee.nonsense}}.
`;

const root = mkdtempSync(join(tmpdir(), 'gitnomic-look-'));
const out = join(root, 'site');
const page = (path: string): string => readFileSync(join(out, path, 'index.html'), 'utf8');
let problems: readonly string[] = [];

beforeAll(async () => {
  mkdirSync(join(root, 'content/pages'), { recursive: true });
  mkdirSync(join(root, 'content/pictures'));
  writeFileSync(join(root, 'content/site.yml'), LOOK);
  writeFileSync(join(root, 'content/site.css'), 'main h1 { letter-spacing: 0.02em; }\n');
  writeFileSync(join(root, 'content/pages/lore.md'), LORE);
  writeFileSync(join(root, 'content/pages/map.md'), 'Taken.\n');
  writeFileSync(join(root, 'content/pages/odd.md'), '---\ncolour: red\n---\nOdd.\n');
  const blue = { create: { width: 1600, height: 300, channels: 3, background: '#3366aa' } } as const;
  await sharp(blue).png().toFile(join(root, 'content/site.png'));
  const files = new Map([...(await sampleGame()), ...readContentIn(root)]);
  const pictures = join(root, 'content/pictures');
  problems = await buildSite(files, { now: NOW, out, cacheFolder: join(root, 'kept'), pictures });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('text pages are in the menu, and contain what the rules say now', () => {
  expect(page('')).toContain('href="/show/lore/"');
  expect(wordsOn(page('show/welcome'))).toContain('Votes stay open for 36 hours now.');
  const lore = page('show/lore');
  expect(wordsOn(lore)).toMatch(/Dee has 10 ?, and E5 is called [^ .]/u);
  expect(lore).toMatch(/<table[^]*<a href="\/things\/rooms\/E5\/">/u);
  expect(lore.match(/<th scope="col"[^>]*>\s*Name\s*<\/th>/gu)).toHaveLength(1);
  expect(lore).not.toContain('harmed()</script>');
  expect(readHtml(lore).faults).toEqual([]);
});

test('uses the group’s colours, fonts, picture and style', () => {
  expect(readFileSync(join(out, 'theme.css'), 'utf8')).toMatch(
    /--accent: #0b5394; --serif: Rockwell.*--sans: ui-monospace/u,
  );
  expect(readFileSync(join(out, 'site.css'), 'utf8')).toContain('letter-spacing');
  expect(page('ruleset')).toContain('<link rel="stylesheet" href="/site.css">');
  expect(page('')).toMatch(/<img src="\/pictures\/[^"]+\.webp"[^>]* alt="The harbour at dawn"/u);
});

test('reports each problem with its file and line, and keeps the rest', () => {
  expect(problems).toEqual([
    'content/pages/map.md: there is a page map already',
    expect.stringMatching(/^content\/pages\/odd\.md:\d+: /u),
    'content/pages/lore.md:11: nothing is called players.dee.nonsense',
  ]);
});

describe.skipIf(findBrowser() === null && process.env['CI'] === undefined)('in a browser', () => {
  test('axe finds nothing on the group’s own pages, and its style comes last', async () => {
    const browser = await launchBrowser();
    const served = await serveFolder(out, 47_300, 200);
    try {
      const view = await (await newReader(browser, { reducedMotion: 'reduce' })).newPage();
      for (const path of ['', 'show/lore/', 'show/welcome/'])
        expect(await faultsOn(view, () => view.goto(`http://localhost:${served.port}/${path}`))).toEqual([]);
      expect(
        await view.evaluate(() => getComputedStyle(document.querySelector('h1')!).letterSpacing),
      ).not.toBe('normal');
      expect(await view.evaluate(() => 'harmed' in window)).toBe(false);
    } finally {
      await browser.close();
      await served.close();
    }
  });
});
