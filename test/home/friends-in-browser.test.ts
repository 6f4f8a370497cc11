// Friends at their own browsers: how somebody new comes in, and what each has seen.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
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
      browser = await launchBrowser();
      bo = new Browse(home.server.port);
      await bo.sitAs('bo');
    });
    afterAll(async () => {
      await browser.close();
      await home.close();
    });

    const post = async (title: string): Promise<void> => {
      await bo.get('/do/post/');
      await bo.send('/do/post/', { kind: 'story', title, text: 'Once.', do: 'post' });
    };

    test('shows what is new in full on the front page and as a line elsewhere, until it was seen', async () => {
      const ana = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
      const { page } = ana;
      await ana.go('');
      const kept = (): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));
      await expect.poll(kept).toContainEqual(expect.stringContaining('gitnomic-seen'));
      expect(await page.isVisible('#new-since')).toBe(false);
      await post('A tale of news');
      // Another visit, while the tab of the last one is still open.
      const next = await page.context().newPage();
      await next.goto(`${home.server.url}ruleset/`);
      await next.locator('#new-since').waitFor({ state: 'visible' });
      expect(await next.textContent('#new-since')).toMatch(/\d+ new since last time/u);
      expect(await faultsOn(next, () => next.goto(home.server.url))).toEqual([]);
      await next.locator('#new-since').waitFor({ state: 'visible' });
      expect(await next.textContent('#new-since')).toContain('Bo posted “A tale of news”');
      await next.reload();
      await next.locator('#new-since').waitFor({ state: 'visible' });
      await next.getByRole('button', { name: 'Got it' }).click();
      const [, later] = await Promise.all([next.waitForResponse('**/newest.json'), next.reload()]);
      expect([later?.status(), await next.isVisible('#new-since')]).toEqual([200, false]);
      // Her own post is no news to her.
      await ana.post('story', 'A tale of mine');
      await post('A tale of others');
      await next.goto(home.server.url);
      await expect.poll(() => next.textContent('#new-since')).toContain('A tale of others');
      expect(await next.textContent('#new-since')).not.toContain('A tale of mine');
      await page.context().close();
    });

    test('a newcomer sees in three screens what this is, and an Admin lets them in with one press', async () => {
      const ana = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
      const zed = await Sitting.of(browser, home.server.url);
      const { page } = zed;
      await page.setViewportSize({ width: 390, height: 844 });
      const matter = await ana.propose('Bells', 'A bell rings at noon.');
      await zed.go('');
      await page.getByRole('link', { name: 'New here?' }).click();
      await page.waitForURL('**/welcome/');
      await zed.go('do/who/');
      await page.fill('input[name=new]', 'Zed');
      await zed.press('Continue as a new player');
      expect(new URL(page.url()).pathname).toBe('/welcome/');
      expect(await faultsOn(page, () => page.reload())).toEqual([]);
      const screens = await page.$$eval('.screen', (all) =>
        all.map((one) => [one.querySelector('h1, h2')?.textContent, one.scrollHeight]),
      );
      expect(screens.map(([title]) => title)).toEqual([
        'About this game',
        'Open votes',
        'What you can do now',
      ]);
      // Each fits on a phone, below the menu and what stands on every page.
      for (const [, height] of screens) expect(height).toBeLessThanOrEqual(844);
      expect(await page.textContent('#votes')).toContain('Bells');
      await page.getByRole('link', { name: 'Next: what is being voted on' }).click();
      await page.getByRole('link', { name: 'Next: what you can do now' }).click();
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#now');
      await page.locator('#now').getByRole('link', { name: 'Join the game' }).click();
      await page.waitForURL('**/do/post/**');
      await zed.press('Post it');

      await ana.go('');
      await ana.page
        .locator('#waits')
        .getByRole('link', { name: /: Zed$/u })
        .click();
      await ana.page.waitForURL('**/do/act/**');
      expect(await ana.page.textContent('main')).toContain('The rules allow it.');
      await ana.press('Do it');
      expect(await ana.result()).toContain('Done.');
      await zed.vote(matter, 'FOR');
      expect(await zed.read('')).not.toContain('haven’t joined the game yet');
      expect(await ana.read('')).not.toMatch(/Add a player|: Zed$/mu);
      await Promise.all([ana.page.context().close(), page.context().close()]);
    });
  },
);
