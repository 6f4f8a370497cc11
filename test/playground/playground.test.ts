// The playground from its static files alone: a game is begun, played and found again in Chromium, with the server gone.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPlayground } from '../../scripts/build-playground/build.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { AtTheDevice, BELOW, serveBelow } from './at-the-device.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)('the playground', () => {
  const out = mkdtempSync(join(tmpdir(), 'playground-'));
  const asked: string[] = [];
  const complaints: string[] = [];
  const dialogs: string[] = [];
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let ana: AtTheDevice;

  function listen(page: Page): void {
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.accept();
    });
    page.on('console', (said) => {
      if (said.type() === 'error') complaints.push(said.text());
    });
  }

  beforeAll(async () => {
    await buildPlayground(ROOT, out);
    server = await serveBelow(out, asked);
    browser = await launchBrowser();
    context = await newReader(browser, { serviceWorkers: 'allow' });
    const page = await context.newPage();
    listen(page);
    const { port } = server.address() as AddressInfo;
    ana = new AtTheDevice(page, `http://localhost:${port}${BELOW}`);
    await page.goto(ana.url);
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(out, { recursive: true, force: true });
  });

  test('offers the starter first, then every set of rules, the shortest first', async () => {
    await ana.arrive();
    const values = await ana.page.$$eval('#rules option', (all) =>
      all.map((one) => (one as HTMLOptionElement).value),
    );
    expect(values.slice(0, 2)).toEqual(['fireside/dice-and-dares', 'prose/']);
    expect(values).toEqual(expect.arrayContaining(['2021/', '2021/crypt', '2008/clans']));
  });

  test('begins a game, and a rule is proposed, voted on by all at one device, and changed after some time', async () => {
    await ana.begin('2021/proving', ['Ana', 'Bo', 'Cy', 'Dee', 'Eli']);
    await ana.sitAs('bo');
    const matter = await ana.propose('Hats', 'Each Player may wear a hat. <script>alert(1)</script>');
    await ana.voteFor(matter, 'ana', 'cy', 'dee', 'eli');
    expect(await ana.read('ruleset/')).not.toContain('may wear a hat');
    await ana.go('do/time/');
    await ana.frame.fill('input[name=hours]', '60');
    await ana.press('Skip ahead');
    await ana.press('Yes, skip 60 h');
    expect(await ana.read('ruleset/')).toContain('may wear a hat');
    // What somebody wrote is shown as text, and runs nowhere.
    expect(await ana.read('ruleset/')).toContain('alert');
    expect(dialogs).toEqual([]);
  });

  test('a page’s scripts and styles come from the browser’s memory the next time', async () => {
    for (let times = 0; times < 2; times++) await ana.go('ruleset/');
    const handedOn = await ana.frame.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/_astro/'))
        .map(({ workerStart }) => workerStart > 0),
    );
    expect(handedOn.length).toBeGreaterThan(5);
    expect(handedOn).not.toContain(true);
  });

  test('reloads without a server, at the requested address', async () => {
    asked.length = 0;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await ana.page.goto(`${ana.url}ruleset/`);
    await ana.seen();
    expect(ana.frame.url()).toBe(`${ana.url}ruleset/`);
    expect(await ana.frame.textContent('main')).toContain('may wear a hat');
    await ana.sitAs('cy');
    expect(await ana.read('ledger/')).toContain('Hats');
    expect(asked).toEqual([]);
  });

  test('a second tab shows the same game, and plays it once the first is closed', async () => {
    const page = await context.newPage();
    const bo = new AtTheDevice(page, ana.url);
    await page.goto(`${ana.url}ruleset/`);
    await bo.seen();
    expect(await page.locator('#take').isVisible()).toBe(false);
    await bo.sitAs('bo');
    const scarves = await bo.propose('Scarves', 'Each Player may wear a scarf.');
    expect(await ana.read(scarves)).toContain('may wear a scarf');
    await ana.page.close();
    await page.locator('#take').waitFor({ state: 'visible' });
    expect(await bo.read(scarves)).toContain('may wear a scarf');
    listen(page);
    ana = bo;
  });

  test('saves the game as one file, which goes on at home', async () => {
    await ana.page.click('#take');
    await ana.page.locator('#secrets li').first().waitFor();
    expect(await ana.page.locator('#secrets li').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('seed of the dice')]),
    );
    const [download] = await Promise.all([
      ana.page.waitForEvent('download'),
      ana.page.getByRole('button', { name: 'Save it with the secrets' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('our-game.gitnomic.json');
    const file = join(out, download.suggestedFilename());
    await download.saveAs(file);
    const start = (): string =>
      execFileSync(process.execPath, [join(ROOT, 'bin/gitnomic.mjs'), 'start', '--once', '--game', file], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    expect(start()).toContain('Everything is up to date.');
    const folder = join(out, 'our-game');
    expect(readFileSync(join(folder, 'content/ruleset/dynastic/hats.md'), 'utf8')).toContain(
      'may wear a hat',
    );
    // The journal that the browser wrote is checked and played again from its beginning.
    const replayed = spawnSync(
      process.execPath,
      [join(ROOT, 'bin/gitnomic.mjs'), 'replay', '--game', folder],
      {
        encoding: 'utf8',
      },
    );
    expect(`${replayed.stdout}${replayed.stderr}`).toMatch(/same/u);
    expect(replayed.status).toBe(0);
    // Nothing is overwritten.
    expect(start).toThrow(/There is something in/u);
  });

  test('there were no complaints', () => {
    expect(complaints).toEqual([]);
  });

  test('deletes the game if somebody asks for it twice', async () => {
    await ana.page.click('#forget');
    await ana.page.locator('#begin').waitFor({ state: 'visible' });
    await ana.arrive();
    expect(await ana.page.locator('#game').isVisible()).toBe(false);
    expect(dialogs).toEqual([expect.stringContaining('Delete this game')]);
  });

  test('opens a saved game from its file, and goes on where it was', async () => {
    await ana.page.click('summary:has-text("Open a game")');
    await ana.page.setInputFiles('#open-file', join(out, 'our-game.gitnomic.json'));
    await ana.page.locator('#game').waitFor({ state: 'visible' });
    expect(await ana.read('ruleset/')).toContain('may wear a hat');
    await ana.sitAs('dee');
    expect(await ana.read('ledger/')).toContain('Hats');
  });

  test('without its secrets it saves a copy to read and to check, which contains none of them', async () => {
    await ana.page.click('#take');
    const [download] = await Promise.all([
      ana.page.waitForEvent('download'),
      ana.page.getByRole('button', { name: 'Save a copy without them' }).click(),
    ]);
    const file = join(out, 'copy.gitnomic.json');
    await download.saveAs(file);
    const { files } = JSON.parse(readFileSync(file, 'utf8')) as { files: Record<string, string> };
    expect(Object.keys(files).filter((path) => path.startsWith('.gitnomic'))).toEqual([]);
    const run = (...words: readonly string[]): string =>
      execFileSync(process.execPath, [join(ROOT, 'bin/gitnomic.mjs'), ...words], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    expect(run('start', '--once', '--game', file)).toContain('can be read and checked');
    expect(run('replay', '--clone', join(out, 'copy/game.git'))).toMatch(/same/u);
    await ana.page.click('#forget');
    await ana.page.locator('#begin').waitFor({ state: 'visible' });
    await ana.page.setInputFiles('#open-file', file);
    await expect.poll(() => ana.page.textContent('#said')).toContain('This copy has no secrets');
    expect(await ana.read('ruleset/')).toContain('may wear a hat');
    await ana.page.click('#forget');
    await ana.page.locator('#begin').waitFor({ state: 'visible' });
  });

  test('a game begins with pasted rules, once their reader can be loaded', async () => {
    await ana.arrive();
    await ana.page.selectOption('#rules', 'own/');
    await ana.page.fill(
      '#text',
      '# Our rules\n\n## Tea\n\nThe host makes tea.\n\n## Cake\n\nEverybody brings cake.\n',
    );
    await ana.page.fill('#names', 'Ana\nBo');
    await ana.page.click('#go');
    await expect.poll(() => ana.page.textContent('#said')).toContain('Go online, and do it again.');
    complaints.length = 0;
    server = await serveBelow(out, asked, Number(new URL(ana.url).port));
    await ana.page.click('#go');
    await ana.seen();
    expect(await ana.read('ruleset/')).toContain('Everybody brings cake');
    expect(complaints).toEqual([]);
  });
});
