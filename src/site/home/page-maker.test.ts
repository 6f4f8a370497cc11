import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { beginLocalGame } from '../../host/embedded/begin.ts';
import type { SeatView } from '../../seat/forms/view.ts';
import { filesOnDisk } from '../../store/content-folder.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { GAME_FILE, SITE_FILE, type ContentFiles } from '../../store/paths.ts';
import { cacheFor, pastIn } from '../prepare/build-site.ts';
import { lastRecorded } from '../prepare/build-site.ts';
import { type Added, PageMaker } from './page-maker.ts';

const root = mkdtempSync(join(tmpdir(), 'gitnomic-pages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const NOW = '2024-03-01T09:00:00Z';
const NOBODY: SeatView = {
  who: null,
  isLinked: false,
  lobby: null,
  form: null,
  here: [],
  isHost: false,
  mayMoveTime: true,
  hostDid: [],
  isLent: false,
  copy: null,
  token: '',
  now: NOW,
  flash: null,
  drafted: 0,
  waits: null,
  forms: [],
  possible: null,
  onLines: [],
  overview: null,
  problem: null,
  isSent: false,
};
/** Leaves out the library's scenarios, which would be run too. */
function ofNoPack(files: ContentFiles, pack: string): ContentFiles {
  const about = (files.get(GAME_FILE) ?? '').replaceAll(/^(?:core|pack):.*\n/gmu, '');
  const view = shippedLibrary.get(`${pack}/site.yml`) ?? '';
  return new Map([...files, [GAME_FILE, about], [SITE_FILE, view]]);
}

const HISTORY_IS_DUE = 'The steps that led to this map';

test('shows a map at once, adds its history first, and serves pages in the meantime', async () => {
  const folder = join(root, 'game');
  const rules = { core: '2021', dynasty: 'crypt' };
  const players = ['ana', 'bo'].map((id) => ({ id, name: id, admin: true, emperor: id === 'bo' }));
  const game = await beginLocalGame(
    folder,
    shippedLibrary,
    { name: 'Deep', ...rules, players },
    { now: NOW, caches },
  );
  const maker = new PageMaker();
  const page = async (path: string): Promise<string> =>
    Buffer.from((await maker.page(path, NOBODY)).bytes).toString('utf8');
  const wanted = { files: ofNoPack(await game.content(), rules.dynasty), now: NOW, receiver: null, folder };
  expect(await maker.show(wanted)).toBe(true);
  const atOnce = await page('show/map/');
  expect(atOnce).toContain(HISTORY_IS_DUE);
  expect(atOnce).toMatch(/class="[^"]*\bplace\b/u);

  const order: (Added | 'page')[] = [];
  const ended = new AbortController();
  const reader = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await page('ruleset/');
      order.push('page');
      await new Promise((next) => setImmediate(next));
    }
  };
  const reading = reader();
  let whenDrawn = Promise.resolve('');
  await maker.showAll(
    wanted,
    () => true,
    (what) => {
      order.push(what);
      if (what === 'maps') whenDrawn = page('show/map/');
    },
  );
  ended.abort();
  await reading;

  expect(order.filter((one) => one !== 'page')).toEqual(['maps', 'the rest']);
  expect(await whenDrawn).not.toContain(HISTORY_IS_DUE);
  // A reader who keeps asking is answered before, between and after the parts.
  const [maps, rest] = [order.indexOf('maps'), order.indexOf('the rest')];
  expect(order.slice(0, maps).length).toBeGreaterThan(3);
  expect(order.slice(maps, rest).length).toBeGreaterThan(3);
  expect(await maker.show(wanted)).toBe(false);
});

/** What the list of dynasties says, in words and addresses. */
async function list(maker: PageMaker): Promise<string> {
  const html = Buffer.from((await maker.page('dynasties/', NOBODY)).bytes).toString('utf8');
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

test('a page of a past dynasty waits until it’s made, while one of no dynasty doesn’t', async () => {
  const folder = join(root, 'sample');
  const content = fileURLToPath(new URL('../../../content/', import.meta.url));
  cpSync(content, join(folder, 'content'), { recursive: true });
  const isOfOther = (path: string): boolean => /^content\/dynasties\/(?!1\/)/u.test(path);
  const all = ofNoPack(filesOnDisk(folder), 'crypt-cleanup');
  const files = new Map([...all].filter(([path]) => !isOfOther(path)));
  const wanted = { files, now: lastRecorded(files), receiver: null, folder };
  const maker = new PageMaker();
  expect(await maker.show(wanted)).toBe(true);
  expect([(await maker.page('dynasties/77/', NOBODY)).status, maker.isWaitedFor]).toEqual([404, false]);
  const listed = await list(maker);
  expect(listed).toMatch(
    /The First Dynasty of Ximena.*by .*Emeka.*Declaration of Victory: Emeka.*5, 4 passed/su,
  );
  expect(maker.isWaitedFor).toBe(false);
  const order: string[] = [];
  const waiting = ['dynasties/1/', 'dynasties/1/nothing-of-this-name/'].map(async (path) => {
    const { status } = await maker.page(path, NOBODY);
    order.push(`${path} ${status}`);
  });
  expect(maker.isWaitedFor).toBe(true);
  const ofAllTime = (): Promise<readonly string[]> =>
    Promise.all(
      ['then/', 'changes.json'].map(async (path) =>
        Buffer.from((await maker.page(path, NOBODY)).bytes).toString('utf8'),
      ),
    );
  const soon = ofAllTime();
  await maker.showAll(
    wanted,
    () => true,
    (what) => order.push(what),
  );
  await Promise.all(waiting);
  // What the rules were in earlier dynasties isn't known before.
  expect(await soon).toEqual(await ofAllTime());
  const [last, ...answers] = order.filter((one) => one !== 'maps').toReversed();
  expect(last).toBe('the rest');
  // The two waiting readers may be answered in either order.
  expect(answers.toSorted()).toEqual(['dynasties/1/ 200', 'dynasties/1/nothing-of-this-name/ 404']);
  expect(maker.isWaitedFor).toBe(false);
  expect(await list(maker)).toBe(listed);
  expect(await maker.show(wanted)).toBe(false);
  // If it is no longer cached, it is made again.
  rmSync(pastIn(cacheFor(join(folder, '.gitnomic', 'site'))), { recursive: true });
  expect(await maker.show(wanted)).toBe(true);
});
