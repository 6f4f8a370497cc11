// Where one worker plays and makes the pages, those of past dynasties are made there too.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { SeatView } from '../../src/seat/forms/view.ts';
import { PageMaker } from '../../src/site/home/page-maker.ts';
import { lastRecorded } from '../../src/site/prepare/build-site.ts';
import { loadShell } from '../../src/site/render/render-pages.ts';
import { readyShell } from '../../src/site/render/shell.ts';
import { filesOnDisk } from '../../src/store/content-folder.ts';

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
let maker: PageMaker;

beforeAll(async () => {
  const code = await loadShell((await readyShell('/', '')).folder);
  const folder = join(root, 'game');
  cpSync(CONTENT, join(folder, 'content'), { recursive: true });
  const all = filesOnDisk(folder);
  const files = new Map([...all].filter(([path]) => !/^content\/dynasties\/(?!1\/)/u.test(path)));
  maker = new PageMaker(code, caches);
  await maker.show({ files, now: lastRecorded(files), receiver: null, folder });
});

async function statusAndText(path: string): Promise<readonly [number, string]> {
  const asked = maker.page(path, VIEW);
  while (maker.isWaitedFor) await maker.showSomePast();
  const { status, bytes } = await asked;
  return [status, new TextDecoder().decode(bytes)];
}

test('makes pages of a past dynasty, and every other page continues with the current game', async () => {
  const [, before] = await statusAndText('ruleset.md');
  expect(maker.lacksPast).toBe(true);
  const [status, past] = await statusAndText('dynasties/1/');
  expect([status, maker.lacksPast]).toEqual([200, false]);
  expect(past).toContain('The First Dynasty of Ximena');
  expect(await statusAndText('ruleset.md')).toEqual([200, before]);
  expect((await statusAndText('dynasties/1/ruleset/'))[0]).toBe(200);
  expect((await statusAndText('dynasties/77/'))[0]).toBe(404);
});
