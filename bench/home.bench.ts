// A game at home: the time from the command to the first page, for an existing game and for the game in
// content/ that is copied first, and each page after that for somebody who takes a seat, at the size of the
// sample game. Everything is installed and compiled before.
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compiledShell } from '../src/site/render/shell.ts';
import { median, report, timed } from './measure.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/**
 * Lower than the ports that systems assign to clients, since a client that retries could get this very port and answer itself.
 */
const PORT = 24_390;
const MOST_FIRST_MS = 3000;
const MOST_PAGE_MS = 150;
const MOST_PAGES = 150;
const AFTER_MS = 10_000;
const AT = `http://localhost:${PORT}`;

let cookie = '';

async function get(path: string): Promise<string> {
  const answer = await fetch(`${AT}${path}`, { headers: { cookie } });
  cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return answer.text();
}

function start(folder: string): ChildProcess {
  const words = [join(ROOT, 'bin', 'gitnomic.mjs'), 'start', '--port', String(PORT)];
  return spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((done) => server.once('close', done));
  server.kill('SIGINT');
  await ended;
}

/** Requests the first page until the server answers. */
async function firstPage(): Promise<void> {
  for (;;)
    try {
      await get('/');
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 10));
    }
}

async function startedAndSeen(
  folder: string,
): Promise<{ readonly ms: number; readonly server: ChildProcess }> {
  cookie = '';
  const began = performance.now();
  const server = start(folder);
  await firstPage();
  return { ms: performance.now() - began, server };
}

async function seatBrowser(): Promise<void> {
  const page = await get('/do/who/');
  const who = /name="who"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="who"/u.exec(page);
  const csrf = /name="csrf" value="([^"]+)"/u.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ csrf, who: who?.[1] ?? who?.[2] ?? '', do: 'sit' });
  const { status } = await fetch(`${AT}/do/who/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: AT },
    body,
  });
  if (status !== 303) throw new Error(`nobody sat down: ${status}`);
}

/** Follows links, the nearest first, and returns how long each page took. */
async function pagesAfter(): Promise<readonly (readonly [path: string, ms: number])[]> {
  const [waiting, taken] = [['/', '/play/', '/ruleset/', '/matters/'], new Map<string, number>()];
  for (let path = waiting.shift(); path !== undefined && taken.size < MOST_PAGES; path = waiting.shift()) {
    if (taken.has(path)) continue;
    let text = '';
    taken.set(path, await timed(async () => void (text = await get(path))));
    for (const [, link = ''] of text.matchAll(/href="(\/[^"#]*\/(?:\?[^"#]*)?)[#"]/gu))
      waiting.push(link.replaceAll(/&(?:amp|#38);/gu, '&'));
  }
  return [...taken].toSorted(([, a], [, b]) => a - b);
}

/** Returns the slowest page while the pages of past dynasties are being made. */
async function slowestUntilAllIsMade(): Promise<number> {
  let slowest = 0;
  for (let until = Number.POSITIVE_INFINITY; performance.now() < until;) {
    slowest = Math.max(slowest, await timed(async () => void (await get('/play/'))));
    const isMade = (await fetch(`${AT}/dynasties/1/`)).status === 200;
    // The maps are made after the dynasties.
    if (isMade && until === Number.POSITIVE_INFINITY) until = performance.now() + AFTER_MS;
    await new Promise((done) => setTimeout(done, 100));
  }
  return slowest;
}

await compiledShell();
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-bench-home-'));
try {
  cpSync(join(ROOT, 'content'), join(folder, 'content'), { recursive: true });
  const copied = await startedAndSeen(folder);
  const meanwhile = await slowestUntilAllIsMade();
  await end(copied.server);
  const again: number[] = [];
  for (let count = 0; count < 3; count++) {
    const { ms, server } = await startedAndSeen(folder);
    again.push(ms);
    await end(server);
  }
  const bar = 1;
  report({
    bench: 'first page, content/ copied first',
    ms: copied.ms,
    ratio: copied.ms / MOST_FIRST_MS,
    bar,
  });
  report({
    bench: 'the slowest page while the rest is made',
    ms: meanwhile,
    ratio: meanwhile / MOST_PAGE_MS,
  });
  const first = median(again);
  report({ bench: 'first page of a game that is there', ms: first, ratio: first / MOST_FIRST_MS, bar });
  const { server } = await startedAndSeen(folder);
  await seatBrowser();
  const pages = await pagesAfter();
  const late = pages[Math.floor(pages.length * 0.95)]?.[1] ?? Number.NaN;
  const [slowest = '', most = Number.NaN] = pages.at(-1) ?? [];
  const ms = median(pages.map(([, one]) => one));
  report({ bench: 'a page after it', pages: pages.length, ms, ratio: ms / MOST_PAGE_MS, bar });
  report({ bench: 'a page after it, at 95 %', ms: late, ratio: late / MOST_PAGE_MS, bar });
  report({ bench: 'the slowest page after it', path: slowest, ms: most, ratio: most / MOST_PAGE_MS });
  if (process.env['HOME_PAGES'] !== undefined) for (const one of pages.slice(-25)) console.error(...one);
  await end(server);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
