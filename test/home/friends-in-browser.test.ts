// Friends at their own browsers: what each has seen, and what is read without the server.
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser } from '../site/find-browser.ts';
import { faultsOn } from '../site/look-at-pages.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(
  unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'friends in a browser',
  () => {
    let home: TestHome;
    let browser: Browser;
    let bo: Browse;

    beforeAll(async () => {
      home = await openHome();
      browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
      bo = new Browse(home.server.port);
      await bo.sitAs('bo');
    }, 60_000);
    afterAll(async () => {
      await browser.close();
      await home.close();
    });

    const post = async (title: string): Promise<void> => {
      await bo.get('/do/post/');
      await bo.send('/do/post/', { kind: 'story', title, text: 'Once.', do: 'post' });
    };

    test('what is new since last time stands on the front page in full, elsewhere as a line, until it was seen', async () => {
      const ana = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
      const { page } = ana;
      page.setDefaultTimeout(15_000);
      await ana.go('');
      const kept = (): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));
      await expect.poll(kept, { timeout: 15_000 }).toContainEqual(expect.stringContaining('gitnomic-seen'));
      expect(await page.isVisible('#new-since')).toBe(false);
      await post('A tale of news');
      // Another visit: the tab of the last one is closed.
      const next = await page.context().newPage();
      next.setDefaultTimeout(15_000);
      await next.goto(`${home.server.url}ruleset/`);
      await next.locator('#new-since').waitFor({ state: 'visible' });
      expect(await next.textContent('#new-since')).toMatch(/\d+ new since last time/u);
      expect(await faultsOn(next, () => next.goto(home.server.url))).toEqual([]);
      await next.locator('#new-since').waitFor({ state: 'visible' });
      expect(await next.textContent('#new-since')).toContain('Bo posted “A tale of news”');
      await next.reload();
      await next.locator('#new-since').waitFor({ state: 'visible' });
      await next.getByRole('button', { name: 'I have seen it' }).click();
      const [, later] = await Promise.all([next.waitForResponse('**/newest.json'), next.reload()]);
      expect([later?.status(), await next.isVisible('#new-since')]).toEqual([200, false]);
      await page.context().close();
    }, 60_000);
  },
);
