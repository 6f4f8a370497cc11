// A proposal written in the browser, on a page that is published: what it sends is what the forge's form takes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { typeOf } from '../../src/seat/media-types.ts';
import { showSite } from '../../src/site/data/read-site.ts';
import { ownSite } from '../../src/site/prepare/build-site.ts';
import { RenderedCache } from '../../src/site/prepare/rendered-cache.ts';
import { readyShell } from '../../src/site/render/shell.ts';
import { GAME_FILE } from '../../src/store/paths.ts';
import { findBrowser } from './find-browser.ts';
import { NOW, sampleGame } from './sample-game.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
type Render = (request: Request) => Promise<Response>;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  const kept = mkdtempSync(join(tmpdir(), 'gitnomic-propose-'));
  let server: Server;
  let browser: Browser;
  let page: Page;
  let at = '';

  beforeAll(async () => {
    const files = new Map(await sampleGame());
    const about = (files.get(GAME_FILE) ?? '').replace(/^forge:[\s\S]*?(?=^\S)/mu, '');
    files.set(GAME_FILE, `${about}\nforge: { kind: github, repository: ana/harbour }\n`);
    const shell = await readyShell('/', '');
    const options = { out: kept, kept, now: NOW };
    const { site } = await ownSite(
      files,
      [],
      { options, shell },
      { rendered: new RenderedCache(null), run: null },
    );
    showSite(site);
    const { render } = (await import(join(shell.folder, 'server/entry.mjs'))) as { readonly render: Render };
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path.startsWith('/_astro/')) {
        response
          .writeHead(200, { 'content-type': typeOf(extname(path)) })
          .end(readFileSync(join(shell.folder, 'client', path)));
        return;
      }
      const answer = async (): Promise<void> => {
        const made = await render(new Request(`http://site${path}`));
        const type = made.headers.get('content-type') ?? '';
        response.writeHead(made.status, { 'content-type': type }).end(Buffer.from(await made.arrayBuffer()));
      };
      void answer();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(kept, { recursive: true, force: true });
  });

  test('a live value is changed by itself, a rule is repealed, and both are sent as the form takes them', async () => {
    await page.goto(`${at}rules/core/votable-matters/votes/`);
    await page.click('text=Propose a change of this rule');
    await page.waitForSelector('.chips input');
    const chip = page.locator('.chips label', { hasText: 'fewest votes' }).locator('input');
    await chip.fill('3');
    await page.waitForSelector('[data-shown] ins');
    expect(await page.textContent('[data-shown]')).toContain('Votes');
    await page.fill('[data-field="title"]', 'Three at least');
    await page.reload();
    expect(await page.inputValue('[data-field="title"]')).toBe('Three at least');
    await page.selectOption('[data-field="rule"]', 'core/players/idle-players');
    await page.click('[data-button="repeal"]');
    const address = new URL((await page.getAttribute('[data-send-link]', 'href')) ?? '');
    expect(address.searchParams.get('template')).toBe('1-propose.yml');
    expect(address.searchParams.get('title')).toBe('Three at least');
    const changes = parse(address.searchParams.get('changes') ?? '') as Record<
      string,
      Record<string, string>
    >[];
    expect(changes).toHaveLength(2);
    expect(changes[0]?.['edit-rule']).toMatchObject({ rule: 'core/votable-matters/votes' });
    expect(changes[0]?.['edit-rule']?.['with']).toContain('[3](#value:fewest-votes)');
    expect(changes[1]).toEqual({ 'repeal-rule': 'core/players/idle-players' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  });
});
