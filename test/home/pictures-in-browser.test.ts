// A picture is sealed from a phone's own files, and a link that can't be loaded is told to the sender and to the receiver.
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { faultsOn } from '../site/look-at-pages.ts';
import { openHome, type TestHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const widthOf = (image: Locator): Promise<number> =>
  image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'pictures', () => {
  let home: TestHome;
  let browser: Browser;
  beforeAll(async () => {
    home = await openHome({ core: '2021', dynasty: 'gallery' });
    browser = await launchBrowser();
    const eli = await (await Sitting.of(browser, home.server.url, PHONE)).sitAs('eli');
    await eli.act('start-round', { theme: 'Lamps' });
    await eli.page.context().close();
  });
  afterAll(async () => {
    await browser.close();
    await home.close();
  });

  const form = async (who: string): Promise<Sitting> => {
    const one = await (await Sitting.of(browser, home.server.url, PHONE)).sitAs(who);
    await one.go('do/seal/?kind=art');
    await one.page.getByLabel('Title (sealed)').fill('A brass lamp');
    await one.page.getByLabel('Source (sealed)').fill('My own photo');
    return one;
  };

  test('the browser shrinks a photo of several megabytes, and it arrives with the rest', async () => {
    const [width, height] = [1600, 1200];
    const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251));
    const photo = await sharp(noise, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const bo = await form('bo');
    const files = bo.page.getByLabel('or a picture from this device', { exact: false });
    await files.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await expect
      .poll(() => files.evaluate((input) => (input as HTMLInputElement).validationMessage))
      .toContain('no picture that this browser can read');
    await files.setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: photo });
    await bo.page.getByAltText('lamp.png').waitFor();
    await bo.press('Seal and send');
    // The picture itself is shown, and not its address of thousands of letters.
    const address = bo.page.getByLabel('Image (sealed)');
    expect([(await address.inputValue()).slice(0, 11), await address.isVisible()]).toEqual([
      'data:image/',
      false,
    ]);
    expect(await widthOf(bo.page.locator('.carried img'))).toBeGreaterThan(0);
    await bo.press('Seal and send');
    expect(await bo.result()).toContain('Sealed and sent.');
    const eli = await (await Sitting.of(browser, home.server.url, PHONE)).sitAs('eli');
    const told = await eli.read('do/seal/');
    expect(told).toMatch(/A brass lamp/u);
    expect(told).not.toMatch(/picture:|can’t be loaded/u);
    await expect.poll(() => widthOf(eli.page.locator('img.sent'))).toBeGreaterThan(0);
    expect(await faultsOn(eli.page, () => eli.page.reload())).toEqual([]);
    const cy = await (await Sitting.of(browser, home.server.url, PHONE)).sitAs('cy');
    await cy.go('do/seal/');
    expect(await cy.page.locator('img.sent').count()).toBe(0);
    await cy.page.context().close();
    for (const one of [bo, eli]) await one.page.context().close();
  });

  test('the sender of a link that can’t be loaded is told before sending, and the receiver too', async () => {
    const cy = await form('cy');
    await cy.page.getByLabel('Image (sealed)').fill('https://127.0.0.1/lamp.png');
    await cy.press('Seal and send');
    expect(await cy.page.textContent('main')).toContain(
      'The picture at https://127.0.0.1/lamp.png can’t be loaded',
    );
    await cy.press('Seal and send');
    expect(await cy.result()).toContain('Sealed and sent.');
    const eli = await (await Sitting.of(browser, home.server.url, PHONE)).sitAs('eli');
    expect(await eli.read('do/seal/')).toContain('The picture at https://127.0.0.1/lamp.png can’t be loaded');
    for (const one of [cy, eli]) await one.page.context().close();
  });

  test('a public action also accepts a photo from the phone, and its pages show the copy', async () => {
    const court = await openHome({ core: '2019', dynasty: 'menagerie' });
    try {
      const bo = await (await Sitting.of(browser, court.server.url, PHONE)).sitAs('bo');
      await bo.act('create-creature', { type: 'Otter' });
      await bo.go('do/act/?action=submit-portrait');
      const { page } = bo;
      await page.fill('[name=p-title]', 'Portrait of an otter');
      await page.selectOption('[name=p-of]', 'bo');
      await page.fill('[name=p-creature]', 'Otter');
      const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a05020' } })
        .png()
        .toBuffer();
      await page
        .getByLabel('or a picture from this device', { exact: false })
        .setInputFiles({ name: 'otter.png', mimeType: 'image/png', buffer: photo });
      await page.getByAltText('otter.png').waitFor();
      await bo.press('Preview');
      await bo.press('Do it');
      expect(await bo.result()).toContain('Done.');
      await bo.go('show/portraits/');
      const shown = page.locator('.pieces img').first();
      await shown.scrollIntoViewIfNeeded();
      await expect.poll(() => widthOf(shown)).toBeGreaterThan(0);
      expect(await shown.getAttribute('src')).not.toContain('data:');
    } finally {
      await court.close();
    }
  });
});
