// By the keyboard alone, in a browser, on a phone's width and on a wide screen: somebody joins at home, and writes a draft on a
// published page that leads to the forge.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openHome } from '../home/open-home.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { NOW, sampleGame } from './sample-game.ts';
import { playedOnGitHub, servePublished } from './serve-published.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;
const FAR = 150;

/** What has the focus: its label or words, and whether one sees that it has it. */
const focusOn = (
  page: Page,
): Promise<{ readonly says: string; readonly field: string; readonly isSeen: boolean }> =>
  page.evaluate(() => {
    const here = document.activeElement;
    if (!(here instanceof HTMLElement) || here === document.body)
      return { says: '', field: '', isSeen: true };
    const { outlineStyle, boxShadow } = getComputedStyle(here);
    const box = here.getBoundingClientRect();
    const labels = here instanceof HTMLInputElement ? [...(here.labels ?? [])] : [];
    return {
      says: [here, ...labels]
        .map(({ textContent }) => (textContent ?? '').trim())
        .join(' ')
        .trim(),
      field: here.getAttribute('data-field') ?? here.getAttribute('name') ?? '',
      isSeen:
        (outlineStyle !== 'none' || boxShadow !== 'none') &&
        box.bottom > 0 &&
        box.top < innerHeight &&
        box.width > 0,
    };
  });

/** Goes on by the tab key until something has the focus; each stop on the way has to be seen. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const seen = new Set<string>();
  for (let count = 0; count < FAR; count++) {
    const at = await focusOn(page);
    seen.add(at.says.slice(0, 60));
    expect(at, 'whoever goes by keys sees where they are').toMatchObject({ isSeen: true });
    if (wanted.test(at.says) || wanted.test(at.field)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key never comes to ${wanted.source}, but to ${[...seen].join('; ')}`);
}

async function follow(page: Page, wanted: RegExp, to: string | ((url: URL) => boolean)): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
  await page.waitForURL(to);
}

describe.skipIf(unseen).each(WIDTHS)(
  unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'by keys, $width wide',
  (viewport) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    const opened = async (): Promise<Page> => {
      const page = await (await newReader(browser, { viewport })).newPage();
      return page;
    };

    test('a newcomer takes a seat, asks to join and is let in', async () => {
      const home = await openHome();
      try {
        const zed = await opened();
        await zed.goto(home.server.url);
        await follow(zed, /^New here\?/u, '**/welcome/');
        await zed.goto(`${home.server.url}do/who/`);
        await tabTo(zed, /^new$/u);
        await zed.keyboard.type('Zed');
        await follow(zed, /^Continue as a new player$/u, '**/welcome/**');
        await follow(zed, /^Join the game$/u, '**/do/post/**');
        await tabTo(zed, /^Post it$/u);
        await Promise.all([zed.waitForEvent('load'), zed.keyboard.press('Enter')]);
        expect(await zed.textContent('main')).toMatch(/Request to join|asks? to join|May I join/u);

        const ana = await opened();
        await ana.goto(`${home.server.url}do/who/`);
        await tabTo(ana, /Ana/u);
        await ana.keyboard.press('Space');
        await follow(ana, /^Continue$/u, (url) => !url.pathname.endsWith('/who/'));
        await ana.goto(home.server.url);
        await follow(ana, /: Zed$/u, '**/do/act/**');
        await tabTo(ana, /^Do it$/u);
        await Promise.all([ana.waitForEvent('load'), ana.keyboard.press('Enter')]);
        expect(await ana.textContent('main')).toContain('Done.');
        await zed.goto(home.server.url);
        expect(await zed.textContent('body')).not.toContain('haven’t joined the game yet');
      } finally {
        await home.close();
      }
    });

    test('a draft is begun at a rule, saved and carried to the forge', async () => {
      const site = await servePublished();
      try {
        await site.publish(playedOnGitHub(await sampleGame()), NOW);
        const page = await opened();
        await page.goto(`${site.at}rules/core/votable-matters/votes/`);
        await follow(page, /^Propose a change of this rule$/u, '**/propose/**');
        await page.waitForSelector('#desk:not([hidden])');
        await tabTo(page, /^body$/u);
        await page.keyboard.press('Control+End');
        await page.keyboard.type(' Everybody votes gladly.');
        await expect.poll(() => page.textContent('[data-shown]')).toContain('Everybody votes gladly.');
        // A tab goes on, and is none in the text.
        await tabTo(page, /^title$/u);
        await page.keyboard.type('Gladness');
        await tabTo(page, /^Continue to GitHub/u);
        const link = await page.evaluate(() => (document.activeElement as HTMLAnchorElement).href);
        expect(new URL(link).searchParams.get('title')).toBe('Gladness');
        expect(new URL(link).searchParams.get('body')).toContain('Everybody votes gladly.');
        await page.reload();
        await page.waitForSelector('#desk:not([hidden])');
        expect(await page.inputValue('[data-field="title"]')).toBe('Gladness');
        await tabTo(page, /^Discard this draft$/u);
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await focusOn(page)).says).toBe('Press again to discard it');
        await page.keyboard.press('Enter');
        await expect.poll(() => page.inputValue('[data-field="title"]')).toBe('');
        expect((await focusOn(page)).field).toBe('rule');
      } finally {
        await site.close();
      }
    });
  },
);
