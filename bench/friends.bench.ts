// Fifty people at their own browsers, all with the front page open, five stories a second over all: how long a deed takes, how
// long until the pages of all others have it, and the memory that this takes. FRIENDS_SECONDS says for how long; one minute without it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openLocalGame } from '../src/host/embedded/local-game.ts';
import { withPosition } from '../src/seat/read-table.ts';
import { Seats } from '../src/cli/home/seats.ts';
import { compiledShell } from '../src/site/render/shell.ts';
import { report } from './measure.ts';

const PROGRAM = join(fileURLToPath(new URL('../', import.meta.url)), 'bin', 'gitnomic.mjs');
const [PORT, PEOPLE, A_SECOND] = [43_950, 50, 5];
/** Before that so many deeds, one in so many seconds, as a game of fifty is played on a lively evening. */
const [QUIET, QUIET_SECONDS] = [10, 3];
const SECONDS = Number(process.env['FRIENDS_SECONDS'] ?? 60);
const AT = `http://127.0.0.1:${PORT}`;
/** As the script of the pages waits, since one deed may be told twice. */
const TOGETHER_MS = 150;
const [MOST_MS, MOST_MEGABYTES] = [1_000, 300];

/** Somebody's browser, with the front page open. */
class Reader {
  readonly #cookie: string;
  /** For each story the moment at which the page here had it, or a later one. */
  readonly seen = new Map<number, number>();
  /** Pages that did not come. */
  broken = 0;
  #newest = 0;
  #soon: NodeJS.Timeout | undefined;
  #asking = false;
  #stale = false;

  private constructor(cookie: string) {
    this.#cookie = cookie;
  }

  static async seated(link: string): Promise<Reader> {
    const answer = await fetch(`${AT}/${link}`);
    await answer.text();
    return new Reader(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  get = async (path: string): Promise<string> =>
    (await fetch(`${AT}${path}`, { headers: { cookie: this.#cookie } })).text();

  follow(): Promise<IncomingMessage> {
    return new Promise((open, failed) => {
      const asked = request(`${AT}/changed`, { headers: { cookie: this.#cookie } }, (response) => {
        response.on('data', () => {
          clearTimeout(this.#soon);
          this.#soon = setTimeout(() => void this.#renew(), TOGETHER_MS);
        });
        open(response);
      });
      asked.on('error', failed).end();
    });
  }

  async #renew(): Promise<void> {
    if (this.#asking) return void (this.#stale = true);
    this.#asking = true;
    do {
      this.#stale = false;
      const page = await this.get('/').catch(() => null);
      this.broken += page === null ? 1 : 0;
      const numbers = [...(page ?? '').matchAll(/Tale (\d+)\b/gu)].map(([, n]) => Number(n));
      const newest = Math.max(this.#newest, ...numbers);
      for (let n = this.#newest + 1; n <= newest; n++) this.seen.set(n, performance.now());
      this.#newest = newest;
    } while (this.#stale);
    this.#asking = false;
  }

  async post(n: number, csrf: string): Promise<number> {
    const began = performance.now();
    const { status } = await fetch(`${AT}/do/post/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: this.#cookie, origin: AT },
      body: new URLSearchParams({ csrf, kind: 'story', title: `Tale ${n}`, text: 'Once.', do: 'post' }),
    });
    if (status !== 303) throw new Error(`tale ${n} was answered by ${status}`);
    return performance.now() - began;
  }
}

/** The most memory that the server has had so far. */
function mostMegabytes(pid: number | undefined): number {
  return Number(/VmHWM:\s*(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function megabytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const blocks = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).blocks * 512);
  return blocks.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

function at(all: readonly number[], part: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN);
}

await compiledShell();
const root = mkdtempSync(join(tmpdir(), 'gitnomic-friends-'));
const game = join(root, 'game');
const names = Array.from({ length: PEOPLE }, (_, n) => `friend${n}`);
spawnSync(process.execPath, [PROGRAM, 'init', game, ...names.flatMap((name) => ['--player', name])]);
const seats = new Seats(game);
seats.open(
  `${AT}/`,
  names.map((id) => ({ id, name: id })),
);
const server = spawn(
  process.execPath,
  [PROGRAM, 'start', '--game', game, '--host', '127.0.0.1', '--port', String(PORT)],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
try {
  const up = (): Promise<boolean> =>
    fetch(`${AT}/healthz`).then(
      () => true,
      () => false,
    );
  while (!(await up())) await new Promise((done) => setTimeout(done, 50));
  const links = seats.links.flatMap(({ who, path }) =>
    typeof who === 'object' && who !== null ? [path ?? ''] : [],
  );
  const readers: Reader[] = [];
  for (const link of links) readers.push(await Reader.seated(link));
  const tokens = new Map<Reader, string>();
  for (const one of readers)
    tokens.set(one, /name="csrf" value="([^"]+)"/u.exec(await one.get('/do/post/'))?.[1] ?? '');
  await Promise.all(readers.map((one) => one.follow()));
  await new Promise((done) => setTimeout(done, 5_000));
  const began = new Map<number, number>();
  const tell = async (first: number, last: number, aSecond: number): Promise<number[]> => {
    const start = performance.now();
    const deeds: Promise<number>[] = [];
    for (let n = first; n <= last; n++) {
      await new Promise((done) =>
        setTimeout(done, Math.max(0, start + ((n - first) * 1_000) / aSecond - performance.now())),
      );
      const one = readers[n % readers.length];
      if (one === undefined) continue;
      began.set(n, performance.now());
      deeds.push(one.post(n, tokens.get(one) ?? ''));
    }
    return Promise.all(deeds);
  };
  await tell(1, QUIET, 1 / QUIET_SECONDS);
  const quiet = mostMegabytes(server.pid);
  began.clear();
  const most = QUIET + SECONDS * A_SECOND;
  const took = await tell(QUIET + 1, most, A_SECOND);
  const until = performance.now() + 60_000;
  while (readers.some(({ seen }) => !seen.has(most)) && performance.now() < until)
    await new Promise((done) => setTimeout(done, 100));
  const waits = readers.flatMap(({ seen }) =>
    [...began].map(([n, from]) => (seen.get(n) ?? Number.POSITIVE_INFINITY) - from),
  );
  const { posts } = await withPosition(await openLocalGame(game), ({ open: { play } }) => play.state());
  const lost = most - Object.values(posts).filter(({ title }) => title.startsWith('Tale ')).length;
  const bar = 1;
  const late = at(waits, 0.99);
  const busy = mostMegabytes(server.pid);
  report({ bench: 'a deed of one of 50 people', ms: at(took, 0.5) });
  report({ bench: 'a deed of one of 50 people, at 99 %', ms: at(took, 0.99) });
  report({ bench: 'until the pages of all others have it', ms: at(waits, 0.5) });
  report({ bench: 'until the pages of all others have it, at 99 %', ms: late, ratio: late / MOST_MS, bar });
  report({ bench: 'deeds that are lost', deeds: most, lost });
  report({ bench: 'pages that did not come', pages: readers.reduce((sum, { broken }) => sum + broken, 0) });
  report({
    bench: 'memory with 50 people, a deed in three seconds',
    megabytes: quiet,
    ratio: quiet / MOST_MEGABYTES,
    bar,
  });
  report({ bench: 'disk that the game takes after it', deeds: most, megabytes: megabytesIn(game) });
  report({ bench: 'memory at its most, at five deeds a second', megabytes: busy });
} finally {
  const ended = new Promise((done) => server.once('close', done));
  server.kill('SIGINT');
  await ended;
  rmSync(root, { recursive: true, force: true });
}
