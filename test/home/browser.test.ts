import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { faultsAt } from '../site/look-at-pages.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const VOTES = 'core/votable-matters/votes';
const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let home: TestHome;
  let browser: Browser;
  let page: Page;
  const go = (path: string): Promise<unknown> => page.goto(`${home.server.url}${path}`);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const here = document.activeElement;
      return here?.id || (here?.textContent ?? '').trim();
    });
  /** Goes on by the tab key alone until something has the focus. */
  const tabTo = async (wanted: string): Promise<void> => {
    for (let count = 0; count < 60; count++) {
      if ((await focused()) === wanted) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the tab key never comes to ${wanted}`);
  };

  /** A page that stays open follows the game, and is made anew after everything that happens there. */
  const leave = (...all: readonly Sitting[]): Promise<unknown> =>
    Promise.all(all.map(({ page: left }) => left.context().close()));

  beforeAll(async () => {
    home = await openHome();
    browser = await launchBrowser();
    page = await (await newReader(browser, { viewport: { width: 390, height: 844 } })).newPage();
  });
  afterAll(async () => {
    await browser.close();
    await home.close();
  });

  test('somebody takes a seat, changes a rule and takes an action by keyboard alone', async () => {
    await go('');
    await tabTo('Choose your name');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/do/who/');
    expect(await page.textContent('form.door')).not.toContain('Say who you are');
    // Each name stands beside its button.
    const beside = await page.$$eval('.many label', (all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    expect(Math.max(...beside)).toBeLessThan(45);
    await page.keyboard.press('Tab');
    for (
      let count = 0;
      count < 20 &&
      !(await page.evaluate(() => (document.activeElement as HTMLInputElement).type === 'radio'));
      count++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await tabTo('Continue');
    await page.keyboard.press('Enter');
    await page.waitForURL(home.server.url);
    expect(await page.textContent('.seat')).toContain('You are Ana');

    await go(`do/rule/?path=${VOTES}`);
    await tabTo('door-rule-edit-body');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Everybody votes gladly.');
    await page.waitForSelector('#door-rule-edit-preview ins');
    expect(await page.textContent('#door-rule-edit-preview ins')).toContain('Everybody votes gladly.');
    await tabTo('door-rule-edit-title');
    await page.keyboard.type('Gladness');
    await tabTo('Propose it');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/matters/*/');
    expect(await page.textContent('#result')).toContain('Proposed.');
  });

  test('a dynasty’s own actions come before the chores common to all games', async () => {
    const proving = await openHome({ core: '2021', dynasty: 'proving' });
    const sitting = await (await Sitting.of(browser, proving.server.url)).sitAs('ana');
    await sitting.go('play/');
    const textsOf = (selector: string): Promise<string[]> =>
      sitting.page.$$eval(selector, (all) => all.map((one) => one.textContent?.trim() ?? ''));
    const own = await textsOf('.own-actions .button');
    const others = sitting.page.locator('details.folded', { hasText: 'Other actions' });
    expect(own.length).toBeGreaterThan(0);
    expect(await others.locator('.action-cards').isVisible()).toBe(false);
    await others.locator('summary').first().click();
    const rules = await others.locator('li').allTextContents();
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.filter((text) => /Rule 2\./u.test(text))).toEqual([]);
    expect(
      await sitting.page.locator('main .own-actions, main details:not(#here)').first().getAttribute('class'),
    ).toBe('own-actions');
    await leave(sitting);
    await proving.close();
  });

  test('shows times relative to the game’s own time, however long ago that is', async () => {
    await go('matters/');
    await page.locator('main a[href*="matters/"]').first().click();
    await page.waitForURL('**/matters/*/');
    await page.waitForSelector('time[title]', { state: 'attached' });
    const told = await page
      .locator('time[title]')
      .evaluateAll((all) => all.map((time) => time.getAttribute('title') ?? ''));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((title) => !/; (?:in )?(?:\d+ (?:min|h)|[1-7] days)/u.test(title))).toEqual([]);
  });

  test('an open page follows what somebody else does, and half-typed text keeps its words and the focus', async () => {
    const bo = await Sitting.of(browser, home.server.url);
    const cy = await Sitting.of(browser, home.server.url);
    const ana = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    const matter = await ana.post('cfj', 'Is it noon?');
    await (await bo.sitAs('bo')).go(`matters/${matter}/`);
    await bo.page.focus(`#door-comment-${matter}-text`);
    await bo.page.keyboard.type('Half a thou');
    await (await cy.sitAs('cy')).vote(matter, 'AGAINST');
    await bo.page.waitForFunction(() => document.querySelector('main')?.textContent?.includes('1 against'));
    // The keys go on where they were.
    await bo.page.keyboard.type('ght');
    expect(await bo.page.inputValue(`#door-comment-${matter}-text`)).toBe('Half a thought');
    await leave(bo, cy, ana);
  });

  test('on a phone the bar never covers the focus, and each name says what it is for', async () => {
    const ana = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    const matter = await ana.post('cfj', 'Is it late?');
    const { page: phone } = ana;
    await phone.setViewportSize({ width: 390, height: 844 });
    for (const path of ['', `matters/${matter}/`, 'play/']) {
      await ana.go(path);
      const hidden: string[] = [];
      for (let count = 0; count < 90; count++) {
        await phone.keyboard.press('Tab');
        const found = await phone.evaluate(() => {
          const one = document.activeElement;
          if (one === null || one === document.body) return 'end';
          const { left, top, width, height } = one.getBoundingClientRect();
          const above = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
          const isSeen = above !== null && (one.contains(above) || above.contains(one));
          return isSeen || one.classList.contains('skip') ? '' : (one.textContent ?? '').trim();
        });
        if (found === 'end') break;
        if (found !== '') hidden.push(found);
      }
      expect([path, hidden]).toEqual([path, []]);
    }
    await ana.go('');
    const votes = phone.getByRole('group', { name: 'Vote on Is it late?' });
    await expect.poll(() => votes.getByRole('button').count()).toBeGreaterThan(1);
    expect(await phone.getByRole('link', { name: 'a new one', exact: true }).count()).toBe(1);
    expect(await phone.getByRole('link', { name: /^The game’s clock: .*\d/u }).count()).toBe(1);
    await leave(ana);
  });

  test('drafts two rules and removes one again, by keyboard alone', async () => {
    for (const [path, words, changes] of [
      ['core/players', 'Players are kind.', '1 change'],
      ['core/dynasties', 'Dynasties pass.', '2 changes'],
    ] as const) {
      await go(`do/rule/?path=${path}`);
      await tabTo('door-rule-edit-body');
      await page.keyboard.press('Control+End');
      await page.keyboard.type(words);
      await tabTo('Save for later, with other changes');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/do/draft/');
      expect(await page.textContent('.seat')).toContain(`Your draft: ${changes}`);
    }
    expect(await page.textContent('main')).toMatch(/Players are kind\..*Dynasties pass\./su);
    await tabTo('door-draft-title');
    await page.keyboard.type('Kind and brief');
    // What the enter key presses while a title is written takes nothing out and proposes nothing.
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    expect(await page.textContent('.seat')).toContain('2 changes');
    await tabTo('Remove Dynasties');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    expect(await page.isVisible('#result')).toBe(true);
    expect(await page.textContent('.seat')).toContain('1 change');
    expect(await page.inputValue('#door-draft-title')).toBe('Kind and brief');
  });

  test('shows what the rules refuse while it’s written, and marks it', async () => {
    await go('do/act/?action=roll');
    await tabTo('door-act-p-roll');
    await page.keyboard.type('banana');
    await page.waitForSelector('#door-act-preview .refused');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2DICE6');
    await page.waitForSelector('#door-act-preview .done');
    expect(await page.textContent('#door-act-preview')).toContain('Chance decides the rest');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await page.waitForSelector('#door-act-preview .done');
    await tabTo('Do it');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    expect(await page.textContent('#result')).toMatch(/DICE6: \d/u);
  });

  test('on a phone shows what waits, has the votes on the first screen, and marks the chosen one', async () => {
    const bo = await Sitting.of(browser, home.server.url);
    await bo.page.setViewportSize({ width: 390, height: 844 });
    const cy = await (await Sitting.of(browser, home.server.url)).sitAs('cy');
    const matter = await cy.post('cfj', 'Is it one?');
    await bo.sitAs('bo');
    expect(await bo.page.textContent('#waits')).toContain('Vote on Is it one?');
    await bo.go('ruleset/');
    expect(await bo.page.textContent('.waits')).toMatch(/Waiting for you: \d+ votes?/u);
    const bar = bo.page.locator('.phone-bar a');
    expect((await bar.allTextContents()).map((text) => text.trim().replace(/ \(\d+\)/u, ''))).toEqual([
      'Game',
      'Vote',
      'Act',
      'Rules',
      'Me',
    ]);
    const top = (await bar.first().boundingBox())?.y;
    expect(top).toBeGreaterThan(780);
    expect(top).toBeLessThan(844);
    await bo.go('matters/');
    const inList = bo.page.locator(`#door-vote-${matter} button[name=vote]`);
    expect(await inList.count()).toBeGreaterThanOrEqual(2);
    await bo.go(`matters/${matter}/`);
    const votes = bo.page.locator('button[name=vote]');
    for (const vote of (await votes.all()).slice(0, 2))
      expect((await vote.boundingBox())?.y).toBeLessThan(844 - 48 - 44);
    await bo.vote(matter, 'AGAINST');
    expect(await bo.page.locator('button[aria-pressed=true]').allTextContents()).toMatchObject([
      expect.stringMatching(/against/iu),
    ]);
    await bo.go('');
    expect((await bo.page.locator('#waits').allTextContents()).join('')).not.toContain('Is it one?');
    const manifest = await bo.page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
      return (await fetch(link?.href ?? '')).json() as Promise<unknown>;
    });
    expect(manifest).toMatchObject({ name: 'Harbour', start_url: '/', display: 'standalone' });
    await leave(bo, cy);
  });

  // Twice fourteen pages take half a minute: it is for the long suite.
  test.skipIf(process.env['GITNOMIC_SAMPLE'] !== 'whole')(
    'axe finds nothing, and nothing is wider than the screen, with and without script',
    async () => {
      const paths = [
        '',
        'do/who/',
        'matters/1/',
        'ruleset/',
        `do/rule/?path=${VOTES}`,
        'do/rule/?change=add',
        'do/values/',
        'do/draft/',
        'play/',
        'do/act/?action=roll',
        'do/post/',
        'do/seal/',
        'do/time/',
        'do/back/',
      ];
      const addresses = paths.map((path) => `${home.server.url}${path}`);
      const storageState = await page.context().storageState();
      expect(await faultsAt(browser, addresses, { storageState })).toEqual([]);
      const bare = addresses.filter((address) => /\/$|path=|roll/u.test(address)).slice(0, 8);
      expect(await faultsAt(browser, bare, { storageState, script: false })).toEqual([]);
    },
  );
});
