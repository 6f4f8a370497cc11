import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveFolder, type Served } from '../../src/cli/local/serve-folder.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { faultsOn } from './look-at-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-gallery-'));
const executablePath = findBrowser();
const COPY = '0123456789abcdef';
const piece = (id: string, by: string): string =>
  `---\ntitle: Piece ${id}\nsubmitted-as: Piece\nimage: pictures/art/${id}.${COPY}.webp\nsource: my own work\nround: 1\nsubmitter: ${by}\nforgery: false\n---\n`;

const LIKENESSES = `import { picture, rule } from 'gitnomic/rules';

export default rule(() => ({ player: { likeness: picture() } }));
`;

beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, emperor: id === 'dee' }));
  const wish = { name: 'Salon', core: '2021', dynasty: 'gallery', players, at: '2024-03-01T09:00:00Z' };
  const { files } = await createGame(shippedLibrary, wish, caches);
  const hung = new Map([
    ...files,
    ['content/gamestate/art/r1-1.md', piece('r1-1', 'ana')],
    ['content/gamestate/art/r1-2.md', piece('r1-2', 'none')],
    ['content/gamestate/art/r1-3.md', piece('r1-3', 'bo')],
    [
      'content/gamestate/galleries/gallery-1.md',
      '---\ntitle: Gallery 1\ntheme: Harbour\nart: [r1-1, r1-2, r1-3]\nrevealed: true\n---\n',
    ],
  ]);
  hung.set(
    'content/ruleset/dynastic/likenesses.md',
    '---\ntitle: Likenesses\norder: 90\n---\n\nEach has one.\n',
  );
  hung.set('content/ruleset/dynastic/likenesses.ts', LIKENESSES);
  const [ana, bo] = ['ana', 'bo'].map((id) => `content/gamestate/players/${id}.md`);
  for (const [path = '', image] of [
    [ana, 'r1-1'],
    [bo, 'r1-3'],
  ])
    hung.set(
      path,
      (files.get(path) ?? '').replace(/^---\n/u, `---\nlikeness: pictures/art/${image}.${COPY}.webp\n`),
    );
  const about = { id: 'gallery-9', kind: 'gallery', title: 'Gallery 1 - Harbour', author: 'dee' };
  const front = Object.entries({ ...about, posted: '2024-03-01T09:00:00Z', order: 9, 'by-engine': true });
  const said = [
    `**[Piece r1-1](#thing:art/r1-1)**\n\n![Piece *r1-1*](pictures/art/r1-1.${COPY}.webp)`,
    `![Gone](pictures/art/r1-3.${COPY}.webp) and ![Far](https://a.example/far.png)`,
    'It is [this one](#post:gallery-9), and [none](#post:story-99).',
  ].map((text, at) => ({
    id: `gallery-9-note-${at}`,
    by: 'engine',
    at: '2024-03-01T09:00:00Z',
    text,
    votes: [],
  }));
  hung.set(
    'content/posts/2024-03/2024-03-01-gallery-1-harbour.md',
    `---\n${front.map(([key, value]) => `${key}: ${value}\n`).join('')}---\nThe theme was Harbour.\n`,
  );
  hung.set(
    'content/posts/2024-03/2024-03-01-gallery-1-harbour.json',
    JSON.stringify({ comments: said, uses: [], changes: [] }),
  );
  const pictures = join(folder, 'content');
  mkdirSync(join(pictures, 'art'), { recursive: true });
  for (const [at, id] of ['r1-1', 'r1-2'].entries()) {
    const made = sharp({ create: { width: 1400, height: 900 + at * 300, channels: 3, background: '#456' } });
    writeFileSync(join(pictures, 'art', `${id}.${COPY}.webp`), await made.webp().toBuffer());
  }
  const problems = await buildSite(hung, {
    out: join(folder, 'site'),
    pictures,
    cacheFolder: join(folder, 'kept'),
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(folder, 'site', path), 'utf8');

test('a Gallery Post shows the copies that the game keeps, and links to the pieces', () => {
  const html = read('matters/gallery-9/index.html');
  expect(html).toContain('<a href="/things/art/r1-1/">Piece r1 1</a>');
  expect(html).toMatch(
    /<img src="\/pictures\/[0-9a-f]{16}-640\.webp" width="640" height="411" alt="Piece r1 1" loading="lazy"/,
  );
  expect(html).toContain('<p>Gone and <a href="https://a.example/far.png"');
  expect(html).toContain('It is <a href="/matters/gallery-9/">this one</a>, and none.');
});

test('a picture has the sizes that screens need, and its dimensions so that nothing moves as it loads', async () => {
  const html = read('show/gallery/index.html');
  const [, srcset = ''] = /<img[^>]* srcset="([^"]+)"[^>]* width="1400" height="900"/.exec(html) ?? [];
  const sizes = srcset.split(', ').map((one) => one.split(' '));
  expect(sizes.map(([, width]) => width)).toEqual(['320w', '640w', '1120w', '1400w']);
  for (const [path = '', width = ''] of sizes) {
    const { width: real, format } = await sharp(join(folder, 'site', path)).metadata();
    expect([`${real}w`, format]).toEqual([width, 'webp']);
  }
});

test('a picture that the rules give somebody is their portrait, and others have a generated one', () => {
  expect(read('players/ana/index.html')).toMatch(
    /<img class="portrait" src="\/pictures\/[0-9a-f]{16}-320\.webp" width="320" height="206" alt=""/u,
  );
  for (const id of ['bo', 'cy']) expect(read(`players/${id}/index.html`)).toContain('<svg class="portrait"');
});

test('names a maker once revealed, and leaves a place for a missing picture', () => {
  const html = read('show/gallery/index.html').replace(/\s+/g, ' ');
  expect(html).toContain('artist still secret');
  expect(html.match(/<img /g)).toHaveLength(2);
  expect(html.match(/no-picture/g)).toHaveLength(1);
  expect(read('things/art/r1-1/index.html')).toContain('my own work');
});

test('a game that has ended is shown as it was last recorded, and says so', () => {
  expect(read('index.html')).toContain('This game has ended. This is how it was last recorded');
});

// Without a browser these are left out, but never where CI says so.
describe.skipIf(executablePath === null && process.env['CI'] === undefined)('in a browser', () => {
  let browser: Browser | null = null;
  let served: Served | null = null;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    served = await serveFolder(join(folder, 'site'), 47_600, 200);
    page = await (await newReader(browser, { reducedMotion: 'reduce' })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  test('the viewer steps through the pieces by keyboard, and Escape returns to the starting point', async () => {
    await page.goto(`${served?.url ?? ''}show/gallery/`);
    await page.focus('a.piece');
    await page.keyboard.press('Enter');
    expect(await page.textContent('#viewed p')).toContain('Piece r1-1, by ana (1 of 2)');
    await page.keyboard.press('ArrowRight');
    expect(await page.textContent('#viewed p')).toContain('Piece r1-2, artist still secret (2 of 2)');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    // Browsers tell that a dialog is closed only once they have put the focus back themselves.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Piece r1-2');
    expect(await page.isVisible('#viewer')).toBe(false);
  });

  test.each(['show/gallery/', 'show/collections/', 'things/art/r1-1/'])(
    'axe finds nothing in %s',
    async (path) => {
      expect(await faultsOn(page, () => page.goto(`${served?.url ?? ''}${path}`))).toEqual([]);
    },
  );
});
