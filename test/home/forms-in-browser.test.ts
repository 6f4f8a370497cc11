// Each form of the pages as people use it in a browser: filled in by its labels and sent, with a mistake, twice at once, and by somebody who may not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FORM_NAMES } from '../../src/seat/forms/registry.ts';
import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { quickCaches } from '../quick-caches.ts';
import { some } from '../slowly.ts';
import { addBids } from './bids.ts';
import { Browse, matterIn } from './browse.ts';
import { WALKS, type Filled, type Table, type Walk } from './form-walks.ts';
import { openHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

test('each form is tested here', () => {
  expect(Object.keys(WALKS).toSorted()).toEqual(FORM_NAMES.toSorted());
});

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let table: Table;
  let browser: Browser;
  /** A post on which somebody else comments. */
  let tale = '';

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function begin(): Promise<Table> {
    const home = await openHome({ caches: quickCaches }, undefined, undefined, undefined, true);
    await addBids(home);
    const ana = new Browse(home.server.port);
    await ana.sitAs('ana');
    await ana.get('/do/post/');
    tale = matterIn(
      await ana.send('/do/post/', { kind: 'story', title: 'A tale', text: 'Once.', do: 'post' }),
    );
    const log = join(home.folder, '.gitnomic/forge/events.jsonl');
    return {
      home,
      ana,
      events: (type, matching = /(?:)/u) =>
        readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { readonly type: string; readonly text?: string })
          .filter((one) => one.type === type && matching.test(one.text ?? '')).length,
      files: async (matching) =>
        [...(await home.game.content()).values()].reduce(
          (sum, text) => sum + (text.match(matching)?.length ?? 0),
          0,
        ),
    };
  }

  /** A browser of their own in which somebody has opened the page with the form. */
  async function openFor(who: string | null, { page, before }: Walk): Promise<Page> {
    const path = await page(table);
    const sitting = await Sitting.of(browser, table.home.server.url);
    if (who === 'zed') {
      await sitting.go('do/who/');
      await sitting.page.getByLabel('Or a new player').fill('Zed');
      await sitting.press('Continue as a new player');
    } else if (who !== null) await sitting.sitAs(who);
    if (before !== undefined && who !== null) {
      await sitting.go(before.path);
      const form = sitting.page.locator(before.form ?? 'form.door').first();
      await fillIn(form, before.filled);
      await press(form, before.press);
    }
    await sitting.go(path);
    return sitting.page;
  }

  const formOn = (page: Page, kind: string, { form }: Walk): Locator =>
    page.locator(form ?? `form[action$="/do/${kind}/"]`).first();

  async function fillIn(form: Locator, filled: Filled): Promise<void> {
    const folded = form.locator('xpath=ancestor::details[not(@open)]/summary');
    if ((await folded.count()) > 0) await folded.first().click();
    for (const [label, value] of Object.entries(filled)) {
      const exact = form.getByLabel(label, { exact: true });
      const field = (await exact.count()) > 0 ? exact.first() : form.getByLabel(label).first();
      if (value === true) await field.check();
      else if (await field.evaluate((one) => one.tagName === 'SELECT')) await field.selectOption(value);
      else await field.fill(value);
    }
  }

  const button = (form: Locator, name: string): Locator =>
    form.getByRole('button', { name, exact: true }).first();
  const press = async (form: Locator, name: string): Promise<void> => {
    await Promise.all([form.page().waitForEvent('load'), button(form, name).click()]);
  };
  /** What the form holds and says. */
  const heldBy = (form: Locator): Promise<string> =>
    form.evaluate((element) => {
      const passing = new Set(['csrf', 'once', 'mark']);
      const held = [...new FormData(element as HTMLFormElement)].filter(([name]) => !passing.has(name));
      return JSON.stringify([
        ...held,
        element.querySelector('.preview')?.textContent.replaceAll(/\s+/gu, ' '),
      ]);
    });
  /** Somebody else does something, and the open page hears of it. */
  const actElsewhere = async (page: Page): Promise<void> => {
    const heard = page.waitForResponse((answer) => answer.request().headers()['x-home-part'] === 'renew');
    const eli = new Browse(table.home.server.port);
    await eli.sitAs('eli');
    await eli.get(`/matters/${tale}/`);
    await eli.send('/do/comment/', { on: tale, text: 'Once more.' });
    await (await heard).finished();
    // The answer is put into the page in the same turn as it is read.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  };
  const textOf = async (page: Page): Promise<string> => (await page.textContent('body')) ?? '';
  const leave = (page: Page): Promise<void> => page.context().close();

  describe.each(some(Object.entries(WALKS), 16))('the form that goes to %s', (kind, walk) => {
    const once = walk.by ?? 1;
    // Each in a game of its own, since nobody may have many proposals open.
    beforeAll(async () => {
      table = await begin();
    });
    afterAll(() => table.home.close());

    test('is filled in by its labels, sent, and does one thing', async () => {
      const page = await openFor('ana', walk);
      const before = await walk.counted(table);
      const form = formOn(page, kind, walk);
      await fillIn(form, walk.filled);
      for (const [at, name] of walk.press.entries()) {
        await press(form, name);
        expect((await page.request.get(page.url())).status()).toBe(200);
        if (at === walk.press.length - 1) break;
        const held = await heldBy(formOn(page, kind, walk));
        await actElsewhere(page);
        expect(await heldBy(formOn(page, kind, walk))).toBe(held);
      }
      expect(await textOf(page)).toMatch(walk.done);
      expect((await walk.counted(table)) - before).toBe(once);
      await leave(page);
    });

    test.runIf(walk.mistake)('says what is wrong about a mistake, and does nothing', async () => {
      const page = await openFor('ana', walk);
      const before = await walk.counted(table);
      const form = formOn(page, kind, walk);
      const { filled = {}, press: name = '', said = /never/u } = walk.mistake ?? {};
      await fillIn(form, filled);
      if (said === null) {
        await button(form, name).click();
        expect(await form.locator(':invalid').count()).toBeGreaterThan(0);
      } else {
        if (await button(form, name).isEnabled()) await press(form, name);
        expect(await textOf(page)).toMatch(said);
      }
      expect(await walk.counted(table)).toBe(before);
      await leave(page);
    });

    test('does one thing if sent twice at once', async () => {
      const page = await openFor('ana', walk);
      const before = await walk.counted(table);
      const form = formOn(page, kind, walk);
      // The clock of this game stands still: the same proposal at the same time would be the same commit as above.
      const title = walk.filled['Title of the proposal'];
      const other = title === undefined ? {} : { 'Title of the proposal': `${title} again` };
      await fillIn(form, { ...walk.filled, ...other });
      for (const name of walk.press.slice(0, -1)) await press(form, name);
      const statuses = await form.evaluate(async (element, name) => {
        const sent = element as HTMLFormElement;
        const pressed = [...sent.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
        const words = [...new FormData(sent, pressed)].map(([key, value]) => [key, String(value)]);
        const send = (): Promise<Response> =>
          fetch(sent.getAttribute('action') ?? '', { method: 'POST', body: new URLSearchParams(words) });
        return (await Promise.all([send(), send()])).map(({ status }) => status);
      }, walk.press.at(-1));
      expect(statuses).toEqual([200, 200]);
      expect((await walk.counted(table)) - before).toBe(once);
      await leave(page);
    });

    test.runIf(walk.barred)('does nothing for somebody who isn’t allowed to, and says why', async () => {
      const page = await openFor(walk.barred?.who ?? null, walk);
      const before = await walk.counted(table);
      const form = formOn(page, kind, walk);
      for (const [at, name] of walk.press.entries()) {
        if ((await button(form, name).count()) === 0 || (await button(form, name).isDisabled())) break;
        if (at === 0) await fillIn(form, walk.filled);
        await press(form, name);
      }
      expect(await textOf(page)).toMatch(walk.barred?.said ?? /never/u);
      expect(await walk.counted(table)).toBe(before);
      await leave(page);
    });
  });
});
