import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { beginLocalGame } from '../../host/embedded/begin.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import type { HomeGame } from '../../host/game.ts';
import type { SeatView } from '../../seat/forms/view.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { HomePages } from './home-pages.ts';
import { HomeQueue } from './home-queue.ts';
import type { PageMaking } from './page-thread.ts';

const NOW = '2024-03-01T09:00:00Z';
const ana = { id: 'ana', name: 'Ana', bot: false };

/** Makes pages only when the test says so. Each page shows its state. */
class SlowPages implements PageMaking {
  readonly asked: (() => void)[] = [];
  #of = 0;

  follow(): void {
    // These pages are always complete.
  }
  async show(): Promise<void> {
    await new Promise<void>((done) => this.asked.push(done));
    this.#of += 1;
  }
  page(): ReturnType<PageMaking['page']> {
    return Promise.resolve({ status: 200, type: 'text/plain', bytes: Buffer.from(`state ${this.#of}`) });
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

let folder: string;
let game: HomeGame;
let pages: SlowPages;
let home: HomePages;
let queue: HomeQueue;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-home-pages-'));
  const players = [{ id: 'ana', name: 'Ana', admin: true }];
  await beginLocalGame(
    join(folder, 'game'),
    shippedLibrary,
    { name: 'Small', core: '2021', players },
    { now: NOW, caches },
  );
  game = await openLocalGame(join(folder, 'game'), { now: NOW, caches });
  pages = new SlowPages();
  queue = new HomeQueue(() => undefined);
  home = new HomePages(game, pages, { warn: () => undefined, queue });
});
afterEach(async () => {
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the state that a page shows once it arrives. */
async function seen(): Promise<string> {
  const soon = await home.pageSoon('', {} as SeatView);
  return Buffer.from((await soon()).bytes).toString('utf8');
}

/** True if a page waits for a later state, which otherwise never comes. */
async function waits(): Promise<boolean> {
  const count = pages.asked.length;
  let isThere = false;
  const page = seen().then(() => (isThere = true));
  await expect.poll(() => isThere || pages.asked.length > count).toBe(true);
  const waited = !isThere;
  pages.asked.at(-1)?.();
  await page;
  return waited;
}

const tried = (): Promise<void> => queue.read(() => home.tellTried());

test('a reader waits for what somebody did, and not for what came of trying a matter', async () => {
  expect(await waits()).toBe(true);
  expect(await seen()).toBe('state 1');
  await game.people.open(ana, { kind: 'story', title: 'One', text: 'Told.' });
  await tried();
  expect([pages.asked.length, await seen()]).toEqual([2, 'state 1']);
  const before = home.stamp;
  pages.asked[1]?.();
  await expect.poll(seen).toBe('state 2');
  // Open pages reload once there is something new.
  expect(home.stamp).not.toBe(before);
  await game.people.open(ana, { kind: 'story', title: 'Two', text: 'Told.' });
  await game.tick();
  home.changed();
  await tried();
  expect(await waits()).toBe(true);
  expect(await seen()).toBe('state 3');
});

test('nor for what somebody did on the command line, which open pages are told of once it is there', async () => {
  expect(await waits()).toBe(true);
  const elsewhere = await openLocalGame(game.folder, { now: NOW, caches });
  await elsewhere.people.open(ana, { kind: 'story', title: 'One', text: 'Told.' });
  await elsewhere.tick();
  await expect.poll(() => pages.asked.length).toBe(2);
  const late = new Promise((done) => setTimeout(done, 20_000, 'nothing yet'));
  expect(await Promise.race([seen(), late])).toBe('state 1');
  const before = home.stamp;
  pages.asked[1]?.();
  await expect.poll(seen).toBe('state 2');
  expect(home.stamp).not.toBe(before);
});
