// What was seen of a game can be read without a connection, published and at home, and the game stands among a phone's apps.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openHome } from '../home/open-home.ts';
import { Sitting } from '../home/sitting.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { NOW, sampleGame } from './sample-game.ts';
import { playedOnGitHub, servePublished } from './serve-published.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(
  unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'without a connection',
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    const opened = async (at: string): Promise<Page> => {
      const page = await (
        await newReader(browser, { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })
      ).newPage();
      await page.goto(at);
      return page;
    };
    const kept = (page: Page): Promise<readonly string[]> =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return all.flat().map(({ url }) => new URL(url).pathname);
      });
    const isKept = async (page: Page, path: string): Promise<void> => {
      await expect.poll(() => kept(page), { timeout: 90_000 }).toContain(path);
    };

    test('published pages seen before stay readable, with their style, and say that they’re from earlier', async () => {
      const published = await servePublished();
      await published.publish(playedOnGitHub(await sampleGame()), NOW);
      const page = await opened(published.at);
      const manifest = (await (await page.request.get(`${published.at}manifest.webmanifest`)).json()) as {
        readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
      };
      const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
      expect(pictures.map(({ sizes }) => sizes)).toEqual(['180x180', '192x192', '512x512']);
      for (const { src, sizes } of pictures) {
        const bytes = await (await page.request.get(new URL(src, published.at).href)).body();
        const { width, height, format } = await sharp(bytes).metadata();
        expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
      }
      await isKept(page, '/');
      await page.goto(`${published.at}ruleset/`);
      await isKept(page, '/ruleset/');
      await published.close();

      await page.goto(published.at);
      expect(await page.textContent('main > .notice')).toMatch(
        /There is no connection: you read what you saw at \d{4}-/u,
      );
      expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
      await page.goto(`${published.at}ruleset/`);
      expect(await page.title()).toContain('Ruleset');
      await page.goto(`${published.at}gamestate/`);
      expect(await page.textContent('main')).toContain('You have not seen this page before');
      await page.context().close();
    });

    test('waits for a slow answer, and shows one that comes after all', async () => {
      const worker = readFileSync(
        new URL('../../src/site/scripts/offline-worker.js', import.meta.url),
        'utf8',
      ).replace('SLOW_MS = 5_000', 'SLOW_MS = 400');
      let [said, waitMs, healthMs] = ['first', 0, 0];
      const server = createServer(({ url }, response) => {
        const isPage = url === '/';
        const text = isPage
          ? `<!doctype html><title>Game</title><main id="content"><p id="offline">${said}</p></main><script>navigator.serviceWorker.register('/sw.js')</script>`
          : worker;
        const type = isPage ? 'text/html' : 'text/javascript';
        const send = (): unknown => response.writeHead(200, { 'content-type': type }).end(text);
        setTimeout(send, isPage ? waitMs : url === '/healthz' ? healthMs : 0);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const page = await opened(at);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.goto(at);
      await isKept(page, '/');
      [said, waitMs] = ['second', 1_500];
      await page.goto(at);
      expect(await page.textContent('main')).toBe('second');
      // Nothing answers for a while, as when a game computes, and what came of an action is in the late answer.
      [said, waitMs, healthMs] = ['third', 2_500, 2_500];
      await page.goto(at);
      expect(await page.textContent('main')).toMatch(/^No answer came yet: .*second$/u);
      await expect.poll(() => page.textContent('main'), { timeout: 60_000 }).toBe('third');
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await page.goto(at);
      expect(await page.textContent('main')).toMatch(/^There is no connection: .*third$/u);
      await page.context().close();
    });

    test('nothing of the previous seat stays once a link to another is opened, however late an answer comes', async () => {
      const worker = readFileSync(new URL('../../src/site/scripts/offline-worker.js', import.meta.url));
      let who = 'Ana';
      const server = createServer(({ url = '' }, response) => {
        if (url.startsWith('/seat/')) who = 'Bo';
        const text = `<!doctype html><title>Game</title><main id="content"><p id="offline">${who}</p></main><script>navigator.serviceWorker.register('/sw.js')</script>`;
        const isWorker = url === '/sw.js';
        const send = (): unknown =>
          response
            .writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
            .end(isWorker ? worker : text);
        setTimeout(send, url === '/slow/' ? 1_000 : 0);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const page = await opened(at);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      for (const path of ['', 'me/']) {
        await page.goto(`${at}${path}`);
        await isKept(page, `/${path}`);
      }
      const slow = page.evaluate(async () => (await fetch('/slow/')).text());
      const link = await page.context().newPage();
      await link.goto(`${at}seat/bo`);
      expect(await slow).toContain('Ana');
      await link.waitForTimeout(300);
      expect(await kept(link)).toEqual([]);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await link.goto(at);
      expect(await link.textContent('main')).toContain('You have not seen this page before');
      await page.context().close();
    });

    test('at home stores no form, no link to a seat and nothing of another seat', async () => {
      const home = await openHome();
      const { url } = home.server;
      const sitting = await Sitting.of(browser, url, { serviceWorkers: 'allow' });
      const { page } = sitting;
      await sitting.go('');
      await isKept(page, '/');
      await sitting.sitAs('ana');
      await page.goto(`${url}players/`);
      await isKept(page, '/players/');
      expect((await kept(page)).filter((path) => /^\/(do|seat|changed)/u.test(path))).toEqual([]);
      await sitting.sitAs('bo');
      await expect.poll(() => kept(page), { timeout: 90_000 }).not.toContain('/players/');
      await isKept(page, '/');
      await home.close();
      await page.goto(url);
      expect(await page.textContent('.seat')).toContain('You are Bo');
      expect(await page.textContent('main > .notice')).toContain('There is no connection');

      // Something else is served at this address now.
      const other = createServer((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Other'),
      );
      await new Promise<void>((done) => other.listen(home.server.port, '127.0.0.1', done));
      await page.goto(url);
      expect(await page.textContent('p')).toBe('Other');
      const left = (): Promise<number> =>
        page.evaluate(
          async () =>
            (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length,
        );
      await expect.poll(left, { timeout: 90_000 }).toBe(0);
      other.closeAllConnections();
      await new Promise((done) => other.close(done));
      await page.context().close();
    });
  },
);
