// Two people share a phone: after the seat has changed, nothing of the one before is left in it, with a connection or without.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Seats } from '../../src/cli/home/seats.ts';
import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { openHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
/** By links alone, unless all is tried: that is how people with phones of their own play. */
const WAYS = process.env['GITNOMIC_SAMPLE'] === 'whole' ? ['by links', 'taken at their word'] : ['by links'];
const TYPED = 'Ana keeps this to herself';

/** All that the browser would show or keep of this address. */
async function savedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const pages = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const all = await cache.matchAll();
        return Promise.all(all.map((one) => one.text()));
      }),
    );
    return JSON.stringify([pages, Object.entries(localStorage), Object.entries(sessionStorage)]);
  });
}

/** A page that reloads itself has no content for a moment. */
async function contentOf(page: Page): Promise<string> {
  let shown = '';
  const read = async (): Promise<string> => (shown = await page.content().catch(() => ''));
  await expect.poll(read, { timeout: 60_000 }).not.toBe('');
  return shown;
}

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'a shared phone', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.each(WAYS)('%s', async (how) => {
    const seats = how === 'by links' ? new Seats() : undefined;
    const home = await openHome(undefined, seats);
    const { url } = home.server;
    const sitting = await Sitting.of(browser, url, {
      serviceWorkers: 'allow',
      viewport: { width: 390, height: 844 },
    });
    const { page } = sitting;
    const linkOf = (id: string, name: string): string => seats?.invite({ id, name, bot: false }).path ?? '';
    const links = { ana: linkOf('ana', 'Ana'), bo: linkOf('bo', 'Bo') };
    const sitAs = async (who: 'ana' | 'bo'): Promise<void> => {
      if (seats === undefined) return void (await sitting.sitAs(who));
      await sitting.go(links[who]);
      const yes = page.getByRole('button', { name: 'Play as' });
      if (await yes.isVisible()) await yes.click();
      await page.waitForURL((at) => at.pathname === '/');
    };
    await sitAs('ana');
    await sitting.go('do/post/?kind=story');
    await page.getByLabel('Title').fill(TYPED);
    expect(await savedIn(page)).toContain(TYPED);
    for (const path of ['me/', 'players/']) await sitting.go(path);
    await expect.poll(() => savedIn(page), { timeout: 60_000 }).toContain('You are <strong><bdi>Ana');

    await sitAs('bo');
    const left = (): Promise<boolean> =>
      savedIn(page).then((all) => all.includes(TYPED) || /You are <strong><bdi>Ana/u.test(all));
    await expect.poll(left, { timeout: 60_000 }).toBe(false);
    // Back through everything that Ana saw.
    for (let times = 0; times < 5; times++) {
      await page.goBack().catch(() => null);
      if (!page.url().startsWith(url)) break;
      const shown = await contentOf(page);
      expect([page.url(), shown.includes(TYPED), /You are <strong><bdi>Ana/u.test(shown)]).toEqual([
        page.url(),
        false,
        false,
      ]);
    }
    await sitting.go('');
    await expect.poll(left, { timeout: 60_000 }).toBe(false);

    // Without a connection, too.
    await home.close();
    for (const path of ['', 'players/', 'me/', 'do/post/?kind=story']) {
      await sitting.go(path).catch(() => null);
      const shown = await contentOf(page);
      expect([path, shown.includes(TYPED), /You are <strong><bdi>Ana/u.test(shown)]).toEqual([
        path,
        false,
        false,
      ]);
    }
    await page.context().close();
  });
});
