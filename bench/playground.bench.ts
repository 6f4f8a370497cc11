// The playground in Chromium, whose processes run for one of four slices of time, as on a processor four times
// as slow; `processorMs` is four times what the processor was used, which is steadier on a busy machine. A game is
// begun, voted in, and opened again after 200 matters; a published dynasty of 68 matters is checked. What is loaded
// is counted as compressed by brotli.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import type { Page } from 'playwright-core';

import { buildPlayground } from '../scripts/build-playground/build.ts';
import { writeReader } from '../scripts/build-playground/build-reader.ts';
import { Caches } from '../src/cache/caches.ts';
import { publishRecord } from '../src/addons/reader-checks/publish.ts';
import { serveFolder } from '../src/cli/local/serve-folder.ts';
import { memoryDisk } from '../src/repository/memory-disk.ts';
import { readBranch } from '../src/repository/refs.ts';
import type { FromReader, ToReader } from '../src/addons/reader-checks/messages.ts';
import { playTable, type Move } from '../test/platform/play-game.ts';
import { AtTheDevice } from '../test/playground/at-the-device.ts';
import { launchBrowser, newReader } from '../test/site/find-browser.ts';
import { beginWithJournal, MATTERS as OF_TWENTY_YEARS } from './long-game.ts';
import { median, report, timed } from './measure.ts';
import { playAtHome } from './played-at-home.ts';
import { SlowChromium } from './slow-chromium.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PORT = 24_399;
const [VOTES, MATTERS, CHECKED, OPENED, STARTS] = [5, 200, 68, 3, 9];
const PLAYERS = ['Ana', 'Bo', 'Cy', 'Dee', 'Eli'];
/** What was read of a game is stored this long after it was shown. */
const STORED_MS = 8_000;
const STRIPPER = 'type-stripper.js';

const root = mkdtempSync(join(tmpdir(), 'gitnomic-bench-playground-'));
const [playground, published, packed] = ['playground', 'published', 'long.json'].map((name) =>
  join(root, name),
) as [string, string, string];
await buildPlayground(ROOT, playground);
await writeReader(ROOT, join(published, 'reader'));
writeFileSync(join(published, 'index.html'), '<!doctype html><title>A game</title>');
mkdirSync(join(published, 'record'));
const served = await serveFolder(root, PORT);
const browser = await launchBrowser();
const slow = new SlowChromium(browser);

function megabytesOf(folder: string, paths: readonly string[]): number {
  const bytes = paths.map((path) => brotliCompressSync(readFileSync(join(folder, path))).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** A process’s own memory, as Chromium’s task manager counts it: without the browser’s program, which is mapped from its file. */
const memoryOf = (pid: number): number =>
  [...readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(?:RssAnon|VmSwap):\s*(\d+)/gmu)].reduce(
    (sum, [, kilobytes]) => sum + Number(kilobytes) / 1024,
    0,
  );

interface Took {
  readonly ms: number;
  readonly processorMs: number;
}

function middle(all: readonly Took[]): Took {
  return { ms: median(all.map((one) => one.ms)), processorMs: median(all.map((one) => one.processorMs)) };
}

/** What `node -e 0` takes on the machine for which the bars were set. */
const NODE_MS = 36;

/** `most` is the bar in milliseconds. It is as many starts of Node, so that a slower machine may take longer. */
async function tell(bench: string, { ms, processorMs }: Took, most: number): Promise<void> {
  const starts: number[] = [];
  for (let n = 0; n < STARTS; n++) starts.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
  const [peerMs, least] = [median(starts), Math.min(ms, processorMs)];
  report({ bench, ms, processorMs, peer: 'node -e 0', peerMs, ratio: least / peerMs, bar: most / NODE_MS });
}

/** The files of a folder that were asked for, each once, and the bytes that went over the network. */
function listen(page: Page, folder: string): { readonly files: () => readonly string[] } {
  const asked = new Set<string>();
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/${folder}/`)) asked.add(pathname.slice(folder.length + 2) || 'index.html');
  });
  return { files: () => [...asked] };
}

/** Votes in the frame, and waits until the next page is there; measured by the page itself. */
function voteHere(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const frame = document.querySelector('iframe');
        const button = frame?.contentDocument?.querySelector<HTMLButtonElement>(
          'button[name=vote][value=FOR]:not([disabled])',
        );
        if (frame === null || button === null || button === undefined)
          return reject(new Error('there is nothing to vote on'));
        const began = performance.now();
        frame.addEventListener('load', () => resolve(performance.now() - began), { once: true });
        button.click();
      }),
  );
}

async function playBench(): Promise<void> {
  const context = await newReader(browser, { serviceWorkers: 'allow' });
  const page = await context.newPage();
  const ana = new AtTheDevice(page, `${served.url}playground/`);
  await page.goto(ana.url);
  await ana.arrive();
  const begun = await slow.timed(() => ana.begin('fireside/dice-and-dares', PLAYERS));
  await tell('first page of a new game, after the button', begun, 5_000);
  const [votes, decisive] = [[], []] as [Took[], Took[]];
  for (let n = 0; n < VOTES; n++) {
    await ana.sitAs('ana');
    const matter = await ana.propose(`Custom ${n}`, 'Everybody hums.');
    // The author is for it, and three of five decide.
    for (const [who, all] of [
      ['bo', votes],
      ['cy', decisive],
    ] as const) {
      await ana.sitAs(who);
      await ana.go(matter);
      const { processorMs, result: ms } = await slow.timed(() => voteHere(page));
      all.push({ ms, processorMs });
    }
  }
  await tell('a vote to the next page', middle(votes), 300);
  report({ bench: 'a vote that enacts, to the next page', ...middle(decisive) });
  report({ bench: 'memory of a game that is played', megabytes: await slow.megabytes(memoryOf) });
  await context.close();
}

async function reopenBench(): Promise<void> {
  await playAtHome(MATTERS, packed);
  const context = await newReader(browser, { serviceWorkers: 'allow' });
  const page = await context.newPage();
  const ana = new AtTheDevice(page, `${served.url}playground/`);
  await page.goto(ana.url);
  await ana.arrive();
  await page.click('summary:has-text("Open a game")');
  await page.setInputFiles('#open-file', packed);
  await ana.seen();
  const reopened: Took[] = [];
  for (let n = 0; n < OPENED; n++) {
    await new Promise((done) => setTimeout(done, STORED_MS));
    const took = await slow.timed(async () => {
      await page.goto(ana.url);
      await ana.seen();
    });
    reopened.push(took);
  }
  await tell(`a game of ${MATTERS} matters reopened`, middle(reopened), 3_000);
  const megabytes = await slow.megabytes(memoryOf);
  report({ bench: `memory of a game of ${MATTERS} matters`, megabytes, ratio: megabytes / 300, bar: 1 });
  await context.close();
}

/** Asks the reader's worker, and waits for the first answer of this kind. What a trial's promises come to follows later. */
function ask(page: Page, asked: ToReader, wanted: FromReader['is']): Promise<FromReader> {
  return page.evaluate(
    ([question, kind]) =>
      new Promise<FromReader>((resolve, reject) => {
        const scope = globalThis as unknown as { reader?: Worker };
        const reader = (scope.reader ??= new Worker('reader/reader.js'));
        reader.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
          if (data.is === 'failed') reject(new Error(data.why));
          if (data.is === kind) resolve(data);
        });
        reader.postMessage(question);
      }),
    [asked, wanted] as const,
  );
}

function putRecord(record: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [name, content] of record) writeFileSync(join(published, 'record', name), content);
}

async function opened(): Promise<Page> {
  const page = await (await newReader(browser)).newPage();
  await page.goto(`${served.url}published/`);
  return page;
}

async function checkBench(): Promise<void> {
  const by = ['ana', 'bo', 'cy', 'dee', 'eli'];
  const moves = Array.from({ length: CHECKED }, (_, n): readonly Move[] => [
    {
      do: 'propose',
      by: by[n % 5] ?? '',
      title: `Custom ${n}`,
      path: `content/ruleset/dynastic/custom-${n}.md`,
      from: '',
      to: `---\ntitle: Custom ${n}\norder: ${n + 100}\n---\nOn day ${n} everybody hums.\n`,
    },
    ...by.map((one): Move => ({ do: 'say', by: one, post: n, text: n % 3 === 0 ? ':for:' : ':against:' })),
    { do: 'call', by: 'ana', text: '/roll 3DICE6' },
    { do: 'wait', hours: 60 },
  ]).flat();
  const table = await playTable({ core: '2021', dynasty: 'proving', players: by, moves });
  putRecord(await publishRecord({ ...table, caches: new Caches(null) }));
  const page = await opened();
  const checked = await slow.timed(() => ask(page, { do: 'check', dynasty: 1 }, 'done'));
  await tell(`a dynasty of ${CHECKED} matters checked`, checked, 20_000);
  const read = await slow.timed(() => ask(page, { do: 'read', path: 'core/votable-matters/votes' }, 'rule'));
  if (read.result.is !== 'rule') throw new Error('there is no rule');
  const { rule } = read.result;
  const body = rule.body.replace('[48 hours]', '[24 hours]');
  const tried = await slow.timed(() => ask(page, { do: 'try', rule: { ...rule, body } }, 'tried'));
  await tell('a sentence’s trial', tried, 5_000);
  await page.context().close();
}

async function whatIfBench(): Promise<void> {
  const local = await beginWithJournal(memoryDisk(), () => '2026-01-01T00:00:00Z');
  const main = async (): Promise<string> => (await readBranch(local.forge.repository, 'main')) ?? '';
  const table = { forge: local.forge, main, now: () => '2026-01-01T00:00:00Z', caches: new Caches(null) };
  putRecord(await publishRecord(table, ['recent']));
  const page = await opened();
  const { files } = listen(page, 'published');
  const path = 'core/votable-matters/votes';
  const { result } = await slow.timed(() => ask(page, { do: 'read', path }, 'rule'));
  if (result.is !== 'rule') throw new Error('there is no rule');
  const body = result.rule.body.replace('[48 hours]', '[24 hours]');
  const tried = await slow.timed(() => ask(page, { do: 'try', rule: { ...result.rule, body } }, 'tried'));
  const megabytes = megabytesOf(published, files());
  const bench = `“What if?” on a game of ${OF_TWENTY_YEARS} matters`;
  report({ bench, megabytes, ratio: megabytes / 3, bar: 1 });
  await tell('a sentence’s trial there', tried, 5_000);
  await page.context().close();
}

/** Everything that playing loads, and what the first new clause adds. */
function sizeBench(): void {
  const { files } = JSON.parse(readFileSync(join(playground, 'playground/files.json'), 'utf8')) as {
    files: readonly string[];
  };
  const all = readdirSync(join(playground, 'playground'), { recursive: true, encoding: 'utf8' });
  const loaded = ['sw.js', ...files.map((path) => path || 'index.html')];
  const megabytes = megabytesOf(
    playground,
    loaded.filter((path) => !path.endsWith(STRIPPER)),
  );
  report({ bench: 'what is loaded', megabytes, ratio: megabytes / 1.2, bar: 1 });
  const more = megabytesOf(
    playground,
    all.filter((path) => path.endsWith(STRIPPER)).map((path) => `playground/${path}`),
  );
  report({ bench: 'what the first new clause adds', megabytes: more, ratio: more / 0.7, bar: 1 });
}

try {
  sizeBench();
  const only = process.env['BENCH_PART'];
  const parts = { play: playBench, check: checkBench, reopen: reopenBench, whatIf: whatIfBench };
  for (const [name, run] of Object.entries(parts)) if (only === undefined || only === name) await run();
} finally {
  await browser.close();
  await served.close();
  rmSync(root, { recursive: true, force: true });
}
