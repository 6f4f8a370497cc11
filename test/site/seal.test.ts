import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveFolder } from '../../src/cli/local/serve-folder.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { carriedBytes, MOST_BYTES_CARRIED } from '../../src/pictures/prepare-picture.ts';
import { open } from '../../src/session/secrets/open.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';

const executablePath = findBrowser();
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-seal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Without a browser it is left out, but never where CI says so.
test.skipIf(executablePath === null && process.env['CI'] === undefined)(
  'what a reader seals in the browser opens with the receiver’s key, and nothing is sent',
  async () => {
    const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, emperor: id === 'dee' }));
    const wish = { name: 'Salon', core: '2021', dynasty: 'gallery', players, at: '2024-03-01T09:00:00Z' };
    const { files } = await createGame(shippedLibrary, wish, caches);
    const out = join(folder, 'site');
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    await buildSite(files, {
      now: '2024-03-02T09:00:00Z',
      out,
      cacheFolder: join(folder, 'kept'),
      receiver: recipient,
    });
    const served = await serveFolder(out, 47_400, 200);
    const browser = await launchBrowser();
    try {
      const page = await (await newReader(browser)).newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).host}`));
      await page.goto(`${served.url}seal/`);
      await page.selectOption('#sender', 'bo');
      expect(await page.inputValue('#recipient')).toBe(recipient);
      const form = page.locator('.seal').first();
      const field = form.locator('input[name^=p-], textarea[name^=p-]').first();
      await field.fill('A cat in the rain');
      await form.locator('button.main').click();
      const sealed = form.locator('.sealed-text');
      await sealed.waitFor({ state: 'visible' });
      const text = await sealed.inputValue();
      const envelope = await open([identity], text, { game: 'Salon', dynasty: 1, sender: 'bo' });
      expect(Object.values(envelope.params)).toEqual(['A cat in the rain']);
      expect(new Set(asked)).toEqual(new Set([`GET localhost:${served.port}`]));
      const withPicture = page.locator('.seal:has([data-file-of])').first();
      const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } });
      const buffer = await drawn.png().toBuffer();
      await withPicture
        .locator('[data-file-of]')
        .setInputFiles({ name: 'boats.png', mimeType: 'image/png', buffer });
      await withPicture.locator('button.main').click();
      // It takes the browser a moment to make the picture small; what was sealed before stands there until then.
      const sealedPicture = withPicture.locator('.sealed-text');
      await expect.poll(() => sealedPicture.inputValue()).toMatch(/./u);
      await expect.poll(() => sealedPicture.inputValue()).not.toBe(text);
      await expect.poll(() => withPicture.locator('.said').textContent()).toContain('Sealed');
      const carried = await open([identity], await sealedPicture.inputValue(), {
        game: 'Salon',
        dynasty: 1,
        sender: 'bo',
      });
      const picture = String(Object.values(carried.params).find((one) => String(one).startsWith('data:')));
      const bytes = carriedBytes(picture);
      expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES_CARRIED);
      expect((await sharp(bytes).metadata()).width).toBe(900);
      await page.fill('#recipient', 'age1nonsense');
      await form.locator('button.main').click();
      await expect.poll(() => form.locator('.said').textContent()).toContain('is no public key');
    } finally {
      await browser.close();
      await served.close();
    }
  },
);
