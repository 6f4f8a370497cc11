import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { homeWith } from '../../host/fixtures/home-with.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { beginLocalGame } from '../../host/embedded/begin.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import type { HomeGame } from '../../host/game.ts';
import type { SeatView } from '../../seat/forms/view.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import type { SessionWish } from '../../session/fixtures/session.ts';
import type { Session } from './session.ts';
import { HomePages, Tables } from './home-pages.ts';
import { HomeQueue } from './home-queue.ts';
import type { PageMaking } from './page-thread.ts';

const NOW = '2024-03-01T09:00:00Z';
const ana = { id: 'ana', name: 'Ana', bot: false };

/** Makes pages only when the test says so. Each page shows its state. */
class SlowPages implements PageMaking {
  readonly asked: (() => void)[] = [];
  #of = 0;

  /** Says that what was missing of the pages is there. */
  complete: () => void = () => undefined;

  follow(completed: () => void): void {
    this.complete = completed;
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

function serve(served: HomeGame): void {
  game = served;
  pages = new SlowPages();
  queue = new HomeQueue(() => undefined);
  home = new HomePages(game, pages, { warn: () => undefined, queue });
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-home-pages-'));
});
afterEach(async () => {
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});
const inMemory = async (wish: SessionWish = {}): Promise<void> =>
  serve({ ...(await homeWith(wish)), folder });

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

test('a reader waits for what somebody did, but not for the result of trying a matter', async () => {
  await inMemory();
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

test('a reader doesn’t wait for a change on the command line; open pages hear of it once it is shown', async () => {
  const players = [{ id: 'ana', name: 'Ana', admin: true }];
  const wish = { name: 'Small', core: '2021', players };
  await beginLocalGame(join(folder, 'game'), shippedLibrary, wish, { now: NOW, caches });
  serve(await openLocalGame(join(folder, 'game'), { now: NOW, caches }));
  expect(await waits()).toBe(true);
  const elsewhere = await openLocalGame(game.folder, { now: NOW, caches });
  await elsewhere.people.open(ana, { kind: 'story', title: 'One', text: 'Told.' });
  await elsewhere.tick();
  await expect.poll(() => pages.asked.length).toBe(2);
  const late = new Promise((done) => setTimeout(done, 60_000, 'nothing yet'));
  expect(await Promise.race([seen(), late])).toBe('state 1');
  const before = home.stamp;
  pages.asked[1]?.();
  await expect.poll(seen).toBe('state 2');
  expect(home.stamp).not.toBe(before);
});

test('open pages hear of what a page was missing, and of what others did before the page can show it', async () => {
  await inMemory();
  expect(await waits()).toBe(true);
  const [before, pieces] = [home.stamp, [] as string[]];
  pages.complete();
  expect(home.stamp).not.toBe(before);
  const reader = {
    isGone: false,
    write: (piece: string) => pieces.push(piece),
    begin: () => undefined,
    onLeft: () => undefined,
    end: () => undefined,
  };
  home.tellChanges(reader as never, { id: 'one', seat: null } as Session);
  const told = pieces.length;
  home.changed();
  await expect.poll(() => pieces.length).toBeGreaterThan(told);
  // Nothing has changed in the game itself, so nobody waits.
  expect(await waits()).toBe(false);
  await tried();
  expect(await waits()).toBe(false);
});

test('makes a page again for the next reader if that failed', async () => {
  await inMemory();
  let count = 0;
  pages.show = () => ((count += 1), count === 1 ? Promise.reject(new Error('no room')) : Promise.resolve());
  await expect(seen()).rejects.toThrow('no room');
  await home.shown;
  expect([await seen(), count]).toEqual(['state 0', 2]);
});

test('tries matters while there are untried ones, and stores the results first', async () => {
  const changes = { 'dynastic/lamps.md': '---\ntitle: Lamps\n---\nLamps are lit.\n' };
  await inMemory({ posts: [{ by: 'bo', title: 'Lamps', changes }] });
  const woken: HomeGame[] = [];
  const thread = { wake: (one: HomeGame) => woken.push(one) } as never;
  await home.tryMatters(thread);
  expect(woken).toEqual([]);
  await home.close();
  const refreshed: string[] = [];
  const trials = (found: unknown) => ({
    find: () => found,
    beside: () => [],
    refresh: () => void refreshed.push('refreshed'),
  });
  const withTrials = (found: unknown): HomePages => {
    serve({ ...game, trials: trials(found) as never });
    return home;
  };
  await withTrials(null).tryMatters(thread);
  expect(woken).toEqual([home.game]);
  await home.tellTried();
  expect(refreshed).toEqual(['refreshed']);
  await home.close();
  serve(game);
});

test('asks about a player once, until something happens or a minute has passed', async () => {
  await inMemory();
  void (await home.pageSoon('', {} as SeatView));
  const [first, again, other] = [
    await home.waitsOf(ana),
    await home.waitsOf(ana),
    await home.waitsOf({ ...ana, id: 'bo' }),
  ];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(await home.waitsOf(null)).toBeNull();
  expect(await home.possibleFor(ana)).toBe(await home.possibleFor(ana));
  game.forward(60_000);
  expect(await home.waitsOf(ana)).not.toBe(first);
  const later = await home.waitsOf(ana);
  await game.people.open(ana, { kind: 'story', title: 'One', text: 'Told.' });
  await game.tick();
  home.changed();
  expect(await home.waitsOf(ana)).not.toBe(later);
});

test('each browser has its place at the game itself or at a copy of it', async () => {
  await inMemory();
  const tables = new Tables(game, new SlowPages(), { warn: () => undefined, queue });
  expect([tables.placeAt(game), tables.at(null), tables.at('nowhere')]).toEqual([
    null,
    tables.main,
    tables.main,
  ]);
  const copy = { ...game, folder: '/copy' };
  expect([tables.placeAt(copy), tables.games.get('/copy')]).toEqual(['/copy', copy]);
  await tables.close();
});
