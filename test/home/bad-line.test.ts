// Browsers as people have them: many tabs of one game, a server that is away for a while, a refusal after much typing.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { faultsOn } from '../site/look-at-pages.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
/** A browser keeps six connections to a server. */
const TABS = 8;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'over a bad line', () => {
  let home: TestHome;
  let browser: Browser;
  beforeAll(async () => {
    home = await openHome();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await home.close();
  });

  const write = async (page: Page, title: string): Promise<void> => {
    await page.goto(`${home.server.url}do/post/?kind=story`);
    await page.getByLabel('Title').fill(title);
    await page.locator('form textarea').first().fill('A long story.');
  };
  const typed = (page: Page): Promise<readonly string[]> =>
    Promise.all([page.getByLabel('Title').inputValue(), page.locator('form textarea').first().inputValue()]);

  test('eight tabs of one browser are open at once, and each follows the game', async () => {
    const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    const tabs: Page[] = [];
    for (let n = 0; n < TABS; n++) {
      const tab = await page.context().newPage();
      await tab.goto(home.server.url);
      tabs.push(tab);
    }
    const bo = new Browse(home.server.port);
    await bo.sitAs('bo');
    await bo.get('/do/post/');
    await bo.send('/do/post/', { kind: 'story', title: 'Seen in all', text: 'Once.', do: 'post' });
    for (const tab of tabs) await expect.poll(() => tab.textContent('main')).toContain('Seen in all');
    await page.context().close();
  });

  test('restores text that was sent while the server was away, and forgets it once posted', async () => {
    const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    await write(page, 'Over the hills');
    await page.route('**/do/post/', (route) => route.abort());
    await page.getByRole('button', { name: 'Post it', exact: true }).click();
    await expect.poll(() => page.url()).toContain('chrome-error');
    await page.unroute('**/do/post/');
    await page.goBack();
    await page.getByText('Your unsent text is restored.').waitFor();
    expect(await typed(page)).toEqual(['Over the hills', 'A long story.']);
    expect(await faultsOn(page, () => page.reload())).toEqual([]);
    // Something else that is done meanwhile forgets nothing.
    await page.goto(`${home.server.url}posts/`);
    await page.getByRole('link', { name: 'Seen in all' }).first().click();
    await page.waitForURL('**/matters/**');
    await page.locator('form textarea').last().fill('Well told.');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Comment' }).click()]);
    await page.goto(`${home.server.url}do/post/?kind=story`);
    expect(await typed(page)).toEqual(['Over the hills', 'A long story.']);
    await Promise.all([
      page.waitForURL('**/matters/**'),
      page.getByRole('button', { name: 'Post it', exact: true }).click(),
    ]);
    expect(await page.textContent('#result')).toContain('Posted.');
    await page.goto(`${home.server.url}do/post/?kind=story`);
    expect(await typed(page)).toEqual(['', '']);
    await page.context().close();
  });

  test('a form sent while offline stays, and is sent once there is a connection', async () => {
    const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    await write(page, 'From the tunnel');
    const post = page.getByRole('button', { name: 'Post it', exact: true });
    await page.context().setOffline(true);
    await post.click();
    await page.getByText('The game doesn’t answer.').waitFor();
    expect(await typed(page)).toEqual(['From the tunnel', 'A long story.']);
    await page.context().setOffline(false);
    await Promise.all([page.waitForURL('**/matters/**'), post.click()]);
    expect(await page.textContent('#result')).toContain('Posted.');
    await page.context().close();
  });

  test('text that is discarded, and text for a form that has changed', async () => {
    const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    await write(page, 'A slip');
    await page.goto(home.server.url);
    await page.goto(`${home.server.url}do/post/?kind=story`);
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await typed(page)).toEqual(['', '']);
    await page.reload();
    expect(await typed(page)).toEqual(['', '']);
    await write(page, 'Another slip');
    await page.goto(`${home.server.url}do/post/?kind=story`);
    // As it would be if the form held something else now.
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith('gitnomic-typed')))
        sessionStorage.setItem(
          key,
          (sessionStorage.getItem(key) ?? '').replace('"before":[', '"before":[["old","1"],'),
        );
    });
    await page.reload();
    expect(await typed(page)).toEqual(['', '']);
    await page.getByRole('button', { name: 'Restore' }).click();
    expect(await typed(page)).toEqual(['Another slip', 'A long story.']);
    const kept = (): Promise<readonly string[]> =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('gitnomic-typed')));
    expect(await kept()).not.toEqual([]);
    await new Sitting(page, home.server.url).sitAs('bo');
    expect(await kept()).toEqual([]);
    await page.context().close();
  });

  test('a tab left over from another person acts for nobody, and shows who sits there now', async () => {
    const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    await page.goto(`${home.server.url}do/post/?kind=story`);
    const token = await page.locator('form[action="/do/post/"] input[name=csrf]').inputValue();
    await new Sitting(await page.context().newPage(), home.server.url).sitAs('bo');
    await expect.poll(() => page.textContent('main')).toContain('You are Bo');
    const sent = await page.evaluate(async (csrf) => {
      const body = new URLSearchParams({ csrf, kind: 'story', title: 'Whose?', text: 'Once.', do: 'post' });
      const answer = await fetch('/do/post/', { method: 'POST', body });
      return [answer.status, await answer.text()];
    }, token);
    expect(sent).toEqual([403, expect.stringContaining('you’ve changed who you play as')]);
    // The page may just be loading itself anew for whoever sits there now, which ends a visit elsewhere that has only begun.
    const visit = (): Promise<boolean> =>
      page.goto(`${home.server.url}posts/`).then(
        () => true,
        () => false,
      );
    await expect.poll(visit).toBe(true);
    expect(await page.textContent('main')).not.toContain('Whose?');
    await page.context().close();
  });

  test('a page says that the game doesn’t answer, until it does again', async () => {
    const { page } = await (await Sitting.of(browser, home.server.url)).sitAs('ana');
    await page.route('**/changed', (route) => route.abort());
    await page.goto(home.server.url);
    const alerts = (): Promise<readonly string[]> => page.getByRole('alert').allTextContents();
    await expect.poll(alerts).toEqual(['The game doesn’t answer. Is it still running?']);
    await page.unroute('**/changed');
    await expect.poll(alerts).toEqual([]);
    await page.context().close();
  });
});
