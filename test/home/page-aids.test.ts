// What helps on a page: the front page of a phone, times, definitions, search, the lines of a clause, and Undo in the ledger.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { takeAction } from '../../src/seat/take-step.ts';
import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { faultsOn } from '../site/look-at-pages.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Asia/Tokyo',
};

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'pages', () => {
  let home: TestHome;
  let browser: Browser;
  let ana: Sitting;
  beforeAll(async () => {
    home = await openHome({ core: '2021', dynasty: 'crypt-cleanup' });
    browser = await launchBrowser();
    ana = await (await Sitting.of(browser, home.server.url, PHONE)).sitAs('ana');
  });
  afterAll(async () => {
    await browser.close();
    await home.close();
  });

  test('a player’s front page begins with what they can do, in the phone’s own time', async () => {
    const { page } = ana;
    await ana.go('');
    const buttons = page.locator('#waits .button');
    expect(await buttons.count()).toBeGreaterThan(2);
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.y ?? 9e9) + (box?.height ?? 0)).toBeLessThan(844 - 48);
    }
    expect(await page.locator('.rest:visible').count()).toBe(0);
    // 09:00 UTC is six in the evening there.
    expect(await page.textContent('footer time')).toMatch(/Fri,? 1 Mar,? 18:00/u);
    await page.locator('#waits .button').first().click();
    await page.waitForURL('**/do/act/**');
    expect(await page.textContent('main')).not.toContain('The rules don’t allow');
  });

  test('shows a definition on hover, on focus and at the first tap, and the second tap follows it', async () => {
    const { page } = ana;
    await ana.go('ruleset/core/');
    const term = page.locator('a.term[data-means]').first();
    const means = await term.getAttribute('data-means');
    expect(means?.length).toBeGreaterThan(10);
    await term.scrollIntoViewIfNeeded();
    await term.tap();
    expect(await page.locator('#term-card').textContent()).toBe(means);
    expect(new URL(page.url()).pathname).toBe('/ruleset/core/');
    await term.tap();
    await page.waitForURL(/\/ruleset\/#/u);
    await ana.go('ruleset/core/');
    await term.hover();
    await page.locator('#term-card:popover-open').waitFor();
    await page.mouse.move(0, 0);
    await page.locator('#term-card:popover-open').waitFor({ state: 'detached' });
  });

  test('Ctrl+K searches from any page', async () => {
    const { page } = ana;
    await ana.go('players/');
    await page.keyboard.press('Control+k');
    await page.locator('#quick-search[open]').waitFor();
    await page.keyboard.type('quorum');
    const hit = page.locator('#quick-search li a').first();
    await hit.waitFor();
    expect((await hit.textContent())?.toLowerCase()).toContain('quorum');
    expect(await faultsOn(page, () => Promise.resolve())).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE.viewport);
  });

  test('the editor of a clause is one press away, with line numbers and the names that it can use', async () => {
    const { page } = ana;
    await ana.go('do/rule/?path=dynastic/players');
    const code = page.locator('textarea.clause');
    expect(await code.isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'Code' }).click();
    const lines = (await code.inputValue()).split('\n').length;
    const numbers = async (): Promise<string[]> =>
      (await page.locator('.numbers').textContent())?.split('\n') ?? [];
    expect((await numbers()).at(-1)).toBe(String(lines));
    await code.press('Control+End');
    await code.pressSequentially('\n// One more.');
    expect((await numbers()).at(-1)).toBe(String(lines + 1));
    await page.locator('summary', { hasText: 'Names that you can use' }).click();
    expect(await page.locator('.names').textContent()).toContain('player.puissance');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  });

  test('only lines of the ledger that may be undone have a button for it', async () => {
    const BO = { id: 'bo', name: 'Bo', bot: false };
    const done = await takeAction(home.game, BO, 'light-room', {
      room: 'E5',
      name: 'Cellar',
      description: 'Damp.',
    });
    expect(done).toMatchObject({ ok: true });
    const { page } = ana;
    const undo = page.getByRole('link', { name: /^Undo an alteration of No \d+$/u });
    const count = async (): Promise<number> => {
      await ana.go('ledger/');
      return undo.count();
    };
    await expect.poll(count, { timeout: 60_000 }).toBe(1);
    await undo.click();
    await page.waitForURL('**/do/act/**');
    await page.getByLabel('reason', { exact: false }).fill('A slip');
    await ana.press('Preview');
    await ana.press('Do it');
    expect(await ana.result()).toContain('Done.');
    await ana.go('ledger/');
    expect(await page.textContent('ol.ledger')).toMatch(/undid/u);
  });
});
