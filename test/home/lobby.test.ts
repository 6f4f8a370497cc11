// One address leads everybody to the lobby: they pick a name, and the host lets them in.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Seats } from '../../src/cli/home/seats.ts';
import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { faultsOn } from '../site/look-at-pages.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const ROSTER = ['ana', 'bo', 'cy'].map((id) => ({ id, name: `${id[0]?.toUpperCase() ?? ''}${id.slice(1)}` }));

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'the lobby', () => {
  const seats = new Seats();
  let home: TestHome;
  let browser: Browser;
  beforeAll(async () => {
    home = await openHome({ core: '2021' }, seats);
    seats.open(home.server.url, ROSTER);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await home.close();
  });

  const phone = (): Promise<Sitting> => Sitting.of(browser, home.server.url, PHONE);
  const ask = async (one: Sitting, pick: (page: Page) => Promise<void>, label: string): Promise<void> => {
    await one.go('');
    await one.page.getByRole('link', { name: 'Come in and play' }).first().click();
    await one.page.waitForURL('**/do/who/');
    await pick(one.page);
    await one.press(label);
  };
  const host = async (): Promise<Sitting> => {
    const one = await phone();
    await one.go(seats.links[0]?.path ?? '');
    await one.page.waitForURL('**/do/links/');
    return one;
  };

  test('players on the roster tap their name, newcomers type one, and one press lets each of them in', async () => {
    const [ana, bo, zed] = [await host(), await phone(), await phone()];
    const code = ana.page.getByAltText('Everybody scans this’s link as a QR code');
    expect(await code.isVisible()).toBe(true);
    await ask(bo, (page) => page.check('input[name=who][value=bo]'), 'Continue');
    expect(await bo.page.textContent('main')).toContain('You asked to come in as Bo');
    await ask(zed, (page) => page.fill('input[name=new]', 'Zed'), 'Continue as a new player');
    // The host's open page shows both, and so does each other page of theirs.
    await ana.page.getByRole('button', { name: 'Let Zed in' }).waitFor();
    expect(await faultsOn(ana.page, () => ana.page.reload())).toEqual([]);
    await ana.press('Let Bo in');
    expect(await ana.result()).toContain('Bo is in.');
    await bo.page.getByText('You are Bo').waitFor();
    // A host without a seat is nobody whom the rules let answer Zed's request to join, and answers it by sitting down.
    await ana.press('Let Zed in');
    expect(await ana.result()).toContain('Seated: Zed. They join the game once you’ve chosen your own name');
    await zed.page.getByText('The host let you in: you’re Zed.').waitFor();
    expect(await zed.page.textContent('#result')).toContain('Your request to join is posted.');
    expect(await zed.page.textContent('main')).toContain('You have asked to join the game');
    await ana.go('do/who/');
    await ana.page.check('input[name=who][value=ana]');
    await ana.press('Continue');
    expect(await ana.result()).toContain('You’re Ana. Zed joined the game.');
    // Once is enough, and who asked is told on the page that is open.
    expect(await ana.read('')).not.toContain('Let somebody in');
    await zed.page.getByText('You’re in the game now.').waitFor();
    expect(await zed.page.textContent('main')).not.toContain('haven’t joined the game yet');
    for (const one of [ana, bo, zed])
      await expect.poll(() => one.page.textContent('#here')).toBe('Here now: 3Ana, Bo, Zed');
    await zed.page.context().close();
    for (const one of [ana, bo])
      await expect.poll(() => one.page.textContent('#here')).toBe('Here now: 2Ana, Bo');
    expect(await faultsOn(bo.page, () => bo.page.reload())).toEqual([]);
    // A second browser of Bo's leaves the first one seated.
    const tablet = await phone();
    await ask(tablet, (page) => page.check('input[name=who][value=bo]'), 'Continue');
    await ana.page.getByRole('button', { name: 'Let Bo in' }).waitFor();
    await ana.press('Let Bo in');
    await tablet.page.getByText('You are Bo').waitFor();
    expect(await bo.read('')).toContain('You are Bo');
    for (const one of [ana, bo, tablet]) await one.page.context().close();
  });

  test('asks for a name only once, lets all in at once, and styles names like the others’', async () => {
    const [ana, rosa, tablet, lu] = [await host(), await phone(), await phone(), await phone()];
    for (const [one, name] of [
      [rosa, 'rosa'],
      [tablet, 'Rosa'],
      [lu, 'lu van Gogh'],
    ] as const)
      await ask(one, (page) => page.fill('input[name=new]', name), 'Continue as a new player');
    await ana.go('do/who/');
    await ana.page.check('input[name=who][value=ana]');
    await ana.press('Continue');
    const door = ana.page.locator('form#door-links-door');
    await door.getByRole('button', { name: 'Let all 2 in' }).waitFor();
    expect(await door.getByRole('button').allTextContents()).toEqual([
      expect.stringContaining('Let all 2 in'),
      expect.stringContaining('Let Rosa in (2 browsers)'),
      expect.stringContaining('Not Rosa'),
      expect.stringContaining('Let Lu van Gogh in'),
      expect.stringContaining('Not Lu van Gogh'),
    ]);
    await ana.press('Let all 2 in');
    expect(await ana.result()).toContain('Rosa, Lu van Gogh are in.');
    for (const one of [rosa, tablet]) await one.page.getByText('You are Rosa').waitFor();
    // The rules know them by the same names as the roster does.
    expect([...(await home.game.content())].join()).toContain('name: Rosa');
    await ana.go('do/values/?path=rosa%3A+name');
    expect(await ana.page.getByLabel('The new value of Rosa: Name').inputValue()).toBe('Rosa');
    for (const one of [ana, rosa, tablet, lu]) await one.page.context().close();
  });

  test('only the host lets people in, and a closed door is announced', async () => {
    const [ana, cy, bo] = [await host(), await phone(), new Browse(home.server.port)];
    await ask(cy, (page) => page.check('input[name=who][value=cy]'), 'Continue');
    await ana.page.getByRole('button', { name: 'Not Cy' }).waitFor();
    const key = (await ana.page.getByRole('button', { name: 'Let Cy in' }).getAttribute('value')) ?? '';
    await bo.get(
      `/${seats.links.find(({ who }) => typeof who === 'object' && who?.id === 'bo')?.path ?? ''}`,
    );
    expect((await bo.get('/')).text).not.toContain('Let Cy in');
    await bo.get('/do/post/');
    expect((await bo.send('/do/links/', { admit: key })).status).toBe(403);
    await ana.press('Not Cy');
    expect(await ana.result()).toContain('Cy stays outside.');
    // Who is refused is told, on the page that is open.
    await cy.page.getByText('The host didn’t let you in as Cy.').waitFor();
    expect(await cy.page.getByRole('link', { name: 'Ask again' }).isVisible()).toBe(true);
    await ana.go('do/links/');
    await ana.press('Close the door');
    expect(await cy.read('')).toContain('To play, open the link that the host sent you.');
    const late = new Browse(home.server.port);
    await late.get('/');
    const shut = await late.get('/do/who/');
    expect([shut.status, shut.text.includes('what you typed')]).toEqual([403, false]);
    expect(await ana.read('do/links/')).not.toContain('Everybody can join');
    await ana.press('Open the door');
    expect((await late.get('/do/who/')).status).toBe(200);
    // Strangers can't fill the host's page.
    for (let at = 0; at < 45; at++) {
      const stranger = new Browse(home.server.port);
      await stranger.get('/do/who/');
      const { text } = await stranger.send('/do/who/', { new: `Stranger ${at}`, do: 'new' });
      expect([at, text.includes('Too many people are waiting')]).toEqual([at, at >= 40]);
    }
    for (const one of [ana, cy]) await one.page.context().close();
  });
});
