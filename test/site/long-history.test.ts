// Many years of a game: lists stay short enough to be read, and whatever is folded is found.
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { hosts } from '../../src/host/registry.ts';
import { typeOf } from '../../src/seat/media-types.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { faultsOn } from './look-at-pages.ts';

/** In the long suite with the numbers of a nomic that has been played for twenty years. */
const WHOLE = process.env['GITNOMIC_SAMPLE'] === 'whole';
const [DYNASTIES, MATTERS, PEOPLE, DAYS] = WHOLE ? [231, 15_786, 379, 32] : [60, 900, 150, 100];
const MOST_PX = 5_000;
const folder = mkdtempSync(join(tmpdir(), 'long-history-'));
const unseen = findBrowser() === null && process.env['CI'] === undefined;

const day = (at: number): string => new Date(Date.UTC(2003, 0, 1 + at)).toISOString().slice(0, 10);
const person = (at: number): string => `Person ${at % PEOPLE}`;

async function run(...words: string[]): Promise<void> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const environment = { CI: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  expect(await runCli({ words, folder, environment, terminal, hosts, caches }), out).toBe(0);
}

function writeHistory(): void {
  const rows = (head: string, count: number, row: (at: number) => string): string =>
    [head, ...Array.from({ length: count }, (_, at) => row(at)), ''].join('\n');
  const dynasty = (at: number): string =>
    `${at + 1},The Dynasty of ${at === 7 ? 'Ångström' : person(at)},${person(at)},${day(at * DAYS)}`;
  const matter = (at: number): string =>
    `${at + 1},Matter ${at + 1},${person(at)},${day(Math.floor((at * DYNASTIES * DAYS) / MATTERS))} 09:00,${at % 3 === 0 ? 'Failed' : 'Passed'},${at % 9},${at % 4},Words.`;
  writeFileSync(join(folder, 'dynasties.csv'), rows('number,name,emperor,began', DYNASTIES, dynasty));
  writeFileSync(
    join(folder, 'matters.csv'),
    rows('id,title,author,date,outcome,for,against,text', MATTERS, matter),
  );
}

function serve(root: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(root, decodeURIComponent((request.url ?? '/').split('?')[0] ?? ''));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': typeOf(extname(file)) }).end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let browser: Browser;
  let page: Page;
  let server: Server;
  let at = '';

  beforeAll(
    async () => {
      writeHistory();
      await run('init', 'g', '--core', '2021', '--player', 'ana', '--player', 'bo', '--player', 'cy');
      await run('import', 'history', 'dynasties.csv', 'matters.csv', '--game', 'g', '--as', 'ana');
      await run('site', '--out', 'pages', '--game', 'g');
      server = await serve(join(folder, 'pages'));
      at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      browser = await launchBrowser();
      page = await (await newReader(browser)).newPage();
    },
    WHOLE ? 1_800_000 : 240_000,
  );
  // The pages of twenty years are some hundred thousand files, which take minutes to remove.
  afterAll(
    async () => {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    WHOLE ? 1_800_000 : 240_000,
  );

  /** At 1280 a ruleset is read as a whole. */
  const WHOLE_TEXTS = /^(?:ruleset|first)\//u;
  test.each([1280, 390])('at %i px each page is short, and no wider than the screen', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const paths = globSync('{,*/}index.html', { cwd: join(folder, 'pages') });
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      await page.goto(`${at}${path}`);
      const [wide, high] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight] as const;
      });
      expect([path, Math.max(wide, width)]).toEqual([path, width]);
      if (width < 500 || !WHOLE_TEXTS.test(path)) expect(high, path).toBeLessThan(MOST_PX);
    }
  });

  test('finds a dynasty or a former player by a word, even without accents', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${at}dynasties/`);
    const row = page.locator('tr', { hasText: 'The Dynasty of Ångström' });
    expect(await row.isVisible()).toBe(false);
    await page.fill('[data-find] input', 'angstrom');
    expect(await row.isVisible()).toBe(true);
    expect(await page.locator('tbody tr:visible').count()).toBe(1);
    expect(await page.textContent('[data-find] [role=status]')).toBe('1 found');
    const faults = await faultsOn(page, async () => {
      await page.goto(`${at}dynasties/?find=angstrom`);
    });
    expect(faults).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.fill('[data-find] input', '');
    expect(await row.isVisible()).toBe(false);
    await page.goto(`${at}players/?find=person+149`);
    expect(await page.locator('tbody tr:visible').allTextContents()).toEqual([
      expect.stringContaining('Person 149'),
    ]);
  });

  test('a filter of matters shows what was folded', async () => {
    await page.goto(`${at}matters/`);
    const shown = page.locator('.list > li:visible');
    const few = await shown.count();
    await page.selectOption('#filters select[data-by="status"]', 'enacted');
    expect(await shown.count()).toBeGreaterThan(few);
    await page.selectOption('#filters select[data-by="status"]', '');
    expect(await shown.count()).toBe(few);
  });

  test('without script each dynasty is there, folded by its year', async () => {
    const context = await newReader(browser, { javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${at}dynasties/`);
    expect(await plain.locator('[data-find]').isVisible()).toBe(false);
    expect(await plain.locator('[id^="dynasty-"]').count()).toBe(DYNASTIES + 1);
    await plain.click('summary:has-text("2003")');
    expect(await plain.locator('tr', { hasText: 'The Dynasty of Person 0' }).isVisible()).toBe(true);
    await context.close();
  });
});
