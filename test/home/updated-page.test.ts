// What scripts and readers have made of an open page is still there after the page was brought up to date in place.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;

/** Everything that a reader can do to a page without sending a form. Returns how many things were done. */
function meddle(): number {
  let done = 0;
  const main = document.querySelector('main');
  for (const field of main?.querySelectorAll<HTMLInputElement>('input, textarea, select') ?? []) {
    if (field.closest('form') !== null || field.type === 'hidden' || field.disabled) continue;
    if (field.offsetParent === null) continue;
    done++;
    if (field instanceof HTMLSelectElement) field.selectedIndex = Math.min(1, field.options.length - 1);
    else if (field.type === 'checkbox' || field.type === 'radio') field.checked = true;
    else if (field.type === 'range') field.value = field.min;
    else field.value = 'bo';
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
  for (const fold of main?.querySelectorAll('details') ?? []) {
    if (fold.closest('form') !== null) continue;
    done++;
    fold.open = true;
  }
  // Twice, so that the order is another one than the game's own.
  for (const header of main?.querySelectorAll<HTMLButtonElement>('th:first-child > button') ?? []) {
    done++;
    for (let press = 0; press < 2; press++) header.click();
  }
  for (const wide of main?.querySelectorAll('.scroll') ?? []) wide.scrollLeft = 20;
  return done;
}

interface Shown {
  /** The parts that stay as they are, whatever happens. */
  readonly kept: readonly string[];
  readonly rest: readonly string[];
}

/** What the reader sees and has made of the page, line by line. */
function shown(): Shown {
  const main = document.querySelector('main');
  const lines = (text: string): readonly string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const parts = [...(main?.querySelectorAll<HTMLElement>('[data-kept]') ?? [])];
  const kept = parts.flatMap(({ innerText }) => lines(innerText));
  const places = parts.map((part) => {
    const place = document.createComment('');
    part.replaceWith(place);
    return [part, place] as const;
  });
  const all = <T extends HTMLElement>(selector: string, said: (one: T) => string): readonly string[] =>
    Array.from(main?.querySelectorAll<T>(selector) ?? [], said);
  const rest = [
    ...lines(main?.innerText ?? ''),
    ...all<HTMLDetailsElement>('details', ({ open }) => `open: ${String(open)}`),
    ...all('th', (header) => `sorted: ${header.getAttribute('aria-sort') ?? ''}`),
    ...all('.scroll', ({ scrollLeft }) => `scrolled: ${scrollLeft}`),
    ...all('time', ({ title }) => title),
    document.title,
    ...lines(document.querySelector('body > footer')?.textContent ?? ''),
  ];
  for (const [part, place] of places) place.replaceWith(part);
  const fields = all<HTMLInputElement>(
    'input:not([type=hidden]), textarea, select',
    ({ value, checked }) => `${value} ${String(checked)}`,
  );
  return { kept, rest: [...rest, ...fields] };
}

/** The state in which a page comes to rest: its scripts read files after it is there. */
async function atRest(page: Page): Promise<Shown> {
  let before: Shown | null = null;
  for (;;) {
    await page.waitForTimeout(150);
    const now = await page.evaluate(shown);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

const PAGES = ['', 'ruleset/', 'matters/', 'players/', 'search/', 'then/', 'dice/', 'seal/', 'show/map/'];

describe.skipIf(unseen)(
  unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'an open page that is brought up to date',
  () => {
    let home: TestHome;
    let browser: Browser;
    let bo: Browse;
    beforeAll(async () => {
      home = await openHome({ core: '2021', dynasty: 'crypt' });
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

    test('keeps the reader’s place, whatever is added above', async () => {
      const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
      await page.setViewportSize({ width: 390, height: 600 });
      // The newest page of posts has room for all of these.
      for (const title of ['An old tale', 'A middling one', 'A later one']) await post(title);
      await page.goto(`${home.server.url}posts/`);
      // Others' pages follow within a second.
      await expect.poll(() => page.textContent('main')).toContain('A later one');
      const old = page.getByRole('heading', { name: 'An old tale' });
      const topOf = (): Promise<number> => old.evaluate((heading) => heading.getBoundingClientRect().top);
      for (const [title, scrolled] of [
        ['A longer tale', (heading: HTMLElement) => heading.scrollIntoView()],
        // A heading for screen readers alone is before the reader too, and stays where it is.
        ['And one more', () => scrollTo(0, 300)],
      ] as const) {
        await old.evaluate(scrolled);
        const before = await topOf();
        await post(title);
        await expect.poll(() => page.textContent('main')).toContain(title);
        expect(Math.abs((await topOf()) - before), title).toBeLessThan(2);
      }
      await page.context().close();
    });

    test('shows only the part of the ruleset that a phone was led to', async () => {
      const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${home.server.url}ruleset/#core.votable-matters.votes`);
      const parts = page.locator('.parts > *:visible');
      const rule = page.locator('[id="core.votable-matters.votes"]');
      for (const title of ['A tale', 'And another']) {
        await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-before', ''));
        await post(title);
        await page.waitForFunction(() => document.querySelector('main h1[data-before]') === null);
        expect([await parts.count(), await rule.isVisible()]).toEqual([1, true]);
      }
      await page.click('#toc a[href^="#section-dynastic"]');
      await expect.poll(() => rule.isVisible()).toBe(false);
      expect(await parts.count()).toBe(1);
      await page.context().close();
    });

    test('shows what a fresh page would, with everything that the reader has done to it', async () => {
      const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
      await page.setViewportSize({ width: 390, height: 844 });
      let done = 0;
      await post('The first');
      // The map is drawn in the background after the start.
      const map = async (): Promise<number> => {
        await page.goto(`${home.server.url}show/map/`);
        return page.locator('#grid').count();
      };
      await expect.poll(map, { timeout: 120_000, interval: 1_000 }).toBe(1);
      for (const path of PAGES) {
        const answer = await page.goto(`${home.server.url}${path}`);
        expect([path, answer?.status()]).toEqual([path, 200]);
        done += await page.evaluate(meddle);
        const before = await atRest(page);
        await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-before', ''));
        await post(`A tale beside ${path}`);
        await page.waitForFunction(() => document.querySelector('main h1[data-before]') === null);
        const updated = await atRest(page);
        await page.goto(`${home.server.url}${path}`);
        await page.evaluate(meddle);
        const opened = await atRest(page);
        expect({ path, ...updated }).toEqual({ path, kept: before.kept, rest: opened.rest });
      }
      expect(done).toBeGreaterThanOrEqual(10);
    });
  },
);
