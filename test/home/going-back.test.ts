// A browser's Back loses nothing that was typed, and shows no preview that no longer holds.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'going back', () => {
  let home: TestHome;
  let browser: Browser;
  let [ana, bo] = [] as unknown as [Sitting, Sitting];
  beforeAll(async () => {
    home = await openHome({ core: '2021' });
    browser = await launchBrowser();
    [ana, bo] = [
      await (await Sitting.of(browser, home.server.url)).sitAs('ana'),
      await (await Sitting.of(browser, home.server.url)).sitAs('bo'),
    ];
  });
  afterAll(async () => {
    await browser.close();
    await home.close();
  });

  test('going back from an answer, and forward to it, restores what was typed before and on it', async () => {
    const { page } = ana;
    const title = page.getByLabel('Title of the proposal');
    await ana.go('do/rule/?change=add');
    await page.getByLabel('Title of the rule').fill('Tea');
    await page.getByLabel('Its text').fill('Each Player who drinks tea gains a point.');
    await title.fill('Tea for all');
    await ana.press('Preview the change');
    expect(page.url()).toContain('answer=');
    const answered = page.url();
    await page.goBack();
    expect(await title.inputValue()).toBe('Tea for all');
    await page.goForward();
    expect([page.url(), await title.inputValue()]).toEqual([answered, 'Tea for all']);
    await title.fill('Tea for everybody');
    await page.reload();
    expect(await title.inputValue()).toBe('Tea for everybody');
    await page.goBack();
    expect(await title.inputValue()).toBe('Tea for everybody');
    // Once it is proposed, neither page has it.
    await page.goForward();
    await ana.press('Propose it');
    expect(await ana.result()).toContain('Proposed.');
    for (let back = 0; back < 2; back++) {
      await page.goBack();
      expect(await title.inputValue()).toBe('');
      expect((await page.textContent('.preview'))?.trim()).toBe('');
    }
  });

  test('renews a preview from before somebody else acted, before anybody can confirm it', async () => {
    const { page } = ana;
    await ana.go('do/act/?action=roll');
    await page.fill('[name="p-roll"]', 'DICE6');
    await ana.press('Preview');
    await ana.go('players/');
    await bo.propose('Peace', 'Nobody gives anything.');
    const asked = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.goBack();
    expect((await asked).request().postData()).toContain('do=preview');
    await page.locator('.preview:not(.stale)').waitFor();
    expect(await page.getByRole('button', { name: 'Do it' }).isEnabled()).toBe(true);
  });
});
