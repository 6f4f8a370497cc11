// A deadline counts down on an open page, and what it decides happens at its time, though nobody acts. It runs among the slow tests;
// `src/cli/home/tick-when-due.test.ts` runs with the others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { PageThread } from '../../src/cli/home/page-thread.ts';
import { serveHome } from '../../src/cli/home/serve-home.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';

/** The time until the vote ends, when the page is opened again. */
const LEFT_MS = 20_000;
const IDS = ['ana', 'bo', 'cy', 'dee'];

test.skipIf(findBrowser() === null && process.env['CI'] === undefined)(
  'an open page counts down to the end of a vote, and then shows its result',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'gitnomic-counts-'));
    const players = IDS.map((id, at) => ({ id, name: id, admin: at === 0 }));
    const wish = { name: 'Harbour', core: 'fireside', dynasty: 'dice-and-dares', players };
    const began = Date.now();
    const now = (): string =>
      `${new Date(Date.parse('2024-03-01T09:00:00Z') + Date.now() - began).toISOString().slice(0, 19)}Z`;
    const game = await beginLocalGame(join(root, 'game'), shippedLibrary, wish, { now, caches });
    const person = (id: string) => ({ id, name: id, bot: false });
    const draft = { kind: 'proposal', title: 'Tea', text: 'Tea?' };
    const post = await game.people.open(person('ana'), draft);
    await game.people.comment(person('bo'), post, ':for:');
    await game.tick();
    const [{ enactFrom }] = (await game.status()).queue as unknown as [{ enactFrom: string }];
    const server = await serveHome({ game, port: 0, caches, pages: new PageThread() });
    const browser = await launchBrowser();
    onTestFinished(async () => {
      await browser.close();
      await server.close();
      rmSync(root, { recursive: true, force: true });
    });
    const page = await (await newReader(browser)).newPage();
    const open = (): Promise<unknown> => page.goto(`${server.url}matters/1/`);
    // The first page takes longer.
    await open();
    game.forward(Date.parse(enactFrom) - Date.parse(game.now()) - LEFT_MS);
    await game.people.comment(person('dee'), post, 'Is there milk?');
    await game.tick();
    await open();
    const left = async (): Promise<number> =>
      Number(/^, in 0:(\d\d) min$/u.exec((await page.locator('.left').first().textContent()) ?? '')?.[1]);
    const first = await left();
    expect(first).toBeGreaterThan(0);
    await expect.poll(left, { timeout: 60_000 }).toBeLessThan(first);
    expect(await page.textContent('main')).toContain('pending');
    await expect.poll(() => page.textContent('main'), { timeout: 60_000 }).toContain('enacted');
    expect((await game.status()).queue).toEqual([]);
  },
  300_000,
);
