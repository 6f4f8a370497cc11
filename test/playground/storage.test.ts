// What a browser stores for the playground: full, cleared, and made by an older playground. Nothing is lost without a word.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { serveFolder, type Served } from '../../src/cli/local/serve-folder.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { AtTheDevice } from './at-the-device.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PORT = 8960;
const RULES = 'fireside/dice-and-dares';
const SPACE = 24_000_000;
const NAMES = ['Ana', 'Bo', 'Cy'];
const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)('storage in the browser', () => {
  const root = mkdtempSync(join(tmpdir(), 'stored-'));
  const [made, out] = [join(root, 'made'), join(root, 'out')];
  let served: Served;
  let browser: Browser;
  let context: BrowserContext;
  let session: CDPSession;
  let ana: AtTheDevice;

  beforeAll(async () => {
    execFileSync(process.execPath, [join(ROOT, 'bin/gitnomic.mjs'), 'playground', '--out', made]);
    cpSync(made, out, { recursive: true });
    served = await serveFolder(out, PORT);
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    context = await newReader(browser, { serviceWorkers: 'allow' });
    const page = await context.newPage();
    session = await context.newCDPSession(page);
    ana = new AtTheDevice(page, served.url);
  });
  afterEach(async () => {
    await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    rmSync(root, { recursive: true, force: true });
  });

  const origin = (): string => new URL(served.url).origin;
  const said = (): Promise<string | null> => ana.page.textContent('#said');
  /** Undefined is as much as the disk has. */
  const allow = (quotaSize?: number): Promise<unknown> =>
    session.send('Storage.overrideQuotaForOrigin', {
      origin: origin(),
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });

  async function begin(): Promise<void> {
    await ana.page.goto(ana.url);
    await ana.begin(RULES, NAMES);
    await ana.sitAs('ana');
  }

  /** Something else of this site takes all the space that is left. */
  function fillUp(): Promise<void> {
    return ana.page.evaluate(async () => {
      const done = (asked: IDBRequest | IDBTransaction, event: string): Promise<boolean> =>
        new Promise((resolve) => {
          asked.addEventListener(event, () => resolve(true));
          asked.addEventListener(event === 'success' ? 'error' : 'abort', () => resolve(false));
        });
      const asked = indexedDB.open('filler', 1);
      asked.addEventListener('upgradeneeded', () =>
        asked.result.createObjectStore('all', { autoIncrement: true }),
      );
      await done(asked, 'success');
      asked.result.addEventListener('versionchange', () => asked.result.close());
      for (let size = 4_000_000; size > 500;) {
        const bytes = Uint8Array.from({ length: size }, () => Math.random() * 256);
        const written = asked.result.transaction('all', 'readwrite');
        written.objectStore('all').add(bytes);
        if (!(await done(written, 'complete'))) size /= 2;
      }
    });
  }

  async function reload(): Promise<void> {
    await ana.page.goto(ana.url);
    await ana.seen();
  }

  test('says so if there’s no space for the playground itself', async () => {
    await allow(1);
    await ana.page.goto(ana.url);
    await expect.poll(said).toContain('no space left');
    expect(await ana.page.locator('#go').isDisabled()).toBe(true);
  });

  test('says so before anything begins if the browser stores nothing', async () => {
    const worker = readFileSync(join(made, 'playground/worker.js'), 'utf8');
    const refuse = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };";
    writeFileSync(join(out, 'playground/worker.js'), `${refuse}\n${worker}`);
    try {
      await ana.page.goto(ana.url);
      await expect.poll(said).toContain('set to store nothing for this site');
      expect(await ana.page.locator('#go').isDisabled()).toBe(true);
    } finally {
      writeFileSync(join(out, 'playground/worker.js'), worker);
    }
  });

  test('no game begins without space, and one does with space', async () => {
    await ana.page.goto(ana.url);
    await ana.page.locator('#go:not([disabled])').waitFor();
    await allow(1);
    await ana.page.click('#go');
    await expect.poll(said).toContain('no space left');
    expect(await ana.page.locator('#game').isVisible()).toBe(false);
    await allow();
    await ana.begin(RULES, NAMES);
  });

  test('reports what finds no space, and stores it with the next change once there is some', async () => {
    await allow(SPACE);
    await begin();
    await fillUp();
    await ana.sitAs('bo');
    await ana.propose('Hats', 'Each Player may wear a hat.');
    await expect.poll(said).toMatch(/no space left[^]*Take this game/u);
    await ana.page.evaluate(() => void indexedDB.deleteDatabase('filler'));
    await ana.propose('Scarves', 'Each Player may wear a scarf.');
    expect(await said()).toBe('');
    await reload();
    const matters = await ana.read('matters/');
    expect(matters).toContain('Hats');
    expect(matters).toContain('Scarves');
  });

  test.each(['indexeddb', 'all'])(
    'stores again what somebody clears (%s) while the game is open',
    async (storageTypes) => {
      await begin();
      await ana.propose('Hats', 'Each Player may wear a hat.');
      await session.send('Storage.clearDataForOrigin', { origin: origin(), storageTypes });
      // A page that its host answered, since nothing else was left, is loaded again.
      await ana.go('play/');
      await expect.poll(() => ana.frame.locator('main').count()).toBe(1);
      await ana.sitAs('bo');
      await ana.propose('Scarves', 'Each Player may wear a scarf.');
      await reload();
      const matters = await ana.read('matters/');
      expect(matters).toContain('Hats');
      expect(matters).toContain('Scarves');
    },
  );

  /** Changes what is stored while no game is open, and returns the keys of the entries after that. */
  async function rewrite(
    change: 'count' | 'one to a file' | 'many entries',
  ): Promise<readonly IDBValidKey[]> {
    await ana.page.goto(`${ana.url}playground/files.json`);
    return ana.page.evaluate(async (how) => {
      const result = <T>(asked: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          asked.addEventListener('success', () => resolve(asked.result));
          asked.addEventListener('error', () => reject(asked.error ?? new Error('refused')));
        });
      const [{ name = '' } = {}] = await indexedDB.databases();
      const database = await result(indexedDB.open(name));
      const store = database.transaction('files', 'readwrite').objectStore('files');
      if (how === 'one to a file') {
        const entries = (await result(store.getAll())) as ReadonlyMap<string, Uint8Array | null>[];
        const files = new Map(entries.flatMap((one) => [...one]));
        await result(store.clear());
        for (const [path, bytes] of files) if (bytes !== null) await result(store.put(bytes, path));
      }
      const last = Number((await result(store.getAllKeys())).at(-1));
      if (how === 'many entries')
        for (let more = 1; more <= 250; more++) await result(store.put(new Map(), last + more));
      const keys = await result(store.getAllKeys());
      database.close();
      return keys;
    }, change);
  }

  test('stores changes together, and merges many entries into one', async () => {
    await begin();
    await ana.propose('Hats', 'Each Player may wear a hat.');
    expect((await rewrite('count')).length).toBeLessThan(20);
    expect((await rewrite('many entries')).length).toBeGreaterThan(250);
    await reload();
    await ana.propose('Scarves', 'Each Player may wear a scarf.');
    expect((await rewrite('count')).length).toBeLessThan(20);
    await reload();
    const matters = await ana.read('matters/');
    expect(matters).toContain('Hats');
    expect(matters).toContain('Scarves');
  });

  test('continues a game that an older playground stored as an entry for each file', async () => {
    await begin();
    await ana.propose('Hats', 'Each Player may wear a hat.');
    expect((await rewrite('one to a file')).every((key) => typeof key === 'string')).toBe(true);
    await reload();
    expect(await ana.read('matters/')).toContain('Hats');
    await ana.propose('Scarves', 'Each Player may wear a scarf.');
    expect((await rewrite('count')).every((key) => typeof key === 'number')).toBe(true);
    await reload();
    const matters = await ana.read('matters/');
    expect(matters).toContain('Hats');
    expect(matters).toContain('Scarves');
  });

  test('a newer playground waits until it’s asked for, and continues the game', async () => {
    await begin();
    await ana.propose('Hats', 'Each Player may wear a hat.');
    const worker = readFileSync(join(made, 'playground/worker.js'), 'utf8');
    writeFileSync(join(out, 'playground/worker.js'), `globalThis.isNewer = true;\n${worker}`);
    const serviceWorker = readFileSync(join(made, 'sw.js'), 'utf8');
    writeFileSync(join(out, 'sw.js'), serviceWorker.replace(/[0-9a-f]{12}/u, 'feedfacecafe'));
    const isNewer = async (): Promise<unknown> =>
      ana.page.workers()[0]?.evaluate(() => 'isNewer' in globalThis);
    await reload();
    expect(await isNewer()).toBe(false);
    expect(await ana.read('matters/')).toContain('Hats');
    await ana.page.getByRole('button', { name: 'Use the newer version' }).click();
    await expect.poll(isNewer).toBe(true);
    await ana.seen();
    expect(await ana.read('matters/')).toContain('Hats');
    const caches = await ana.page.evaluate(async () => globalThis.caches.keys());
    // The image of a sandbox has a cache of its own, which the newer playground fills again.
    expect(caches.filter((name) => !name.endsWith(' boot'))).toEqual([
      expect.stringContaining('feedfacecafe'),
    ]);
  });
});
