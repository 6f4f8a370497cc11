// A proposal written in the browser, on a page that is published: what it sends is what the forge's form takes.
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { findBrowser } from './find-browser.ts';
import { faultsAt, faultsOn } from './look-at-pages.ts';
import { NOW, sampleGame } from './sample-game.ts';
import { playedOnGitHub, servePublished, type Published } from './serve-published.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let site: Published;
  let browser: Browser;
  let page: Page;
  let at = '';

  beforeAll(async () => {
    site = await servePublished();
    await site.publish(playedOnGitHub(await sampleGame()), NOW);
    ({ at } = site);
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
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
    expect(await faultsOn(page, () => Promise.resolve())).toEqual([]);
  });

  test(
    'axe finds nothing on a page with a form, and none is wider than the screen',
    { timeout: 240_000 },
    async () => {
      await page.goto(`${at}play/`);
      const acts = await page.$$eval('a[href*="/act/"]', (all) =>
        all.map((one) => one.getAttribute('href') ?? ''),
      );
      expect(acts.length).toBeGreaterThan(3);
      const paths = ['propose/', 'post/', 'seal/', 'play/', 'matters/3/', ...acts.slice(0, 2)];
      const addresses = paths.map((path) => new URL(path, at).href);
      expect(await faultsAt(browser, addresses)).toEqual([]);
      expect(await faultsAt(browser, addresses, { script: false })).toEqual([]);
    },
  );
});
