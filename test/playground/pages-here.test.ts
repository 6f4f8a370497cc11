// Where one worker plays and makes the pages, those of past dynasties are made there too.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { SeatView } from '../../src/seat/forms/view.ts';
import { lastRecorded } from '../../src/site/prepare/build-site.ts';
import { loadShell } from '../../src/site/render/render-pages.ts';
import { readyShell } from '../../src/site/render/shell.ts';
import { filesOnDisk } from '../../src/store/content-folder.ts';
import { PagesHere, Turns } from '../../src/addons/playground/pages-here.ts';

const root = mkdtempSync(join(tmpdir(), 'pages-here-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const CONTENT = fileURLToPath(new URL('../../content/', import.meta.url));
const VIEW: SeatView = {
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
  now: '2024-03-01T09:00:00Z',
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
let pages: PagesHere;

beforeAll(async () => {
  const code = await loadShell((await readyShell('/', '')).folder);
  const folder = join(root, 'game');
  cpSync(CONTENT, join(folder, 'content'), { recursive: true });
  const all = filesOnDisk(folder);
  const files = new Map([...all].filter(([path]) => !/^content\/dynasties\/(?!1\/)/u.test(path)));
  pages = new PagesHere(code, { caches, lend: (use) => use(null) }, new Turns());
  await pages.show({ files, now: lastRecorded(files), receiver: null, folder });
});

async function read(path: string): Promise<string> {
  const { status, bytes } = await pages.page(path, VIEW);
  expect(status, path).toBe(200);
  return new TextDecoder().decode(bytes);
}

test('a page of a dynasty that is over comes, and every other page goes on about the game in play', async () => {
  const [past, rules] = await Promise.all([read('dynasties/1/'), read('ruleset.md')]);
  expect(past).toContain('The First Dynasty of Ximena');
  expect(rules).toBe(await read('ruleset.md'));
  expect(await read('dynasties/1/ruleset/')).not.toContain('http-equiv="refresh"');
  expect((await pages.page('dynasties/77/', VIEW)).status).toBe(404);
});
