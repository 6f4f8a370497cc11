// Fifty people have the front page open in their own browsers, and together act five times a second: a story,
// then four comments. It measures how long an action takes, how long until all other pages show it, and the
// memory. FRIENDS_SECONDS sets the duration, which each figure states; the default is one minute.
import { readdirSync, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { openLocalGame } from '../src/host/embedded/local-game.ts';
import { withPosition } from '../src/seat/read-table.ts';
import { BenchServer } from './home-server.ts';
import { report } from './measure.ts';

const [PORT, PEOPLE, A_SECOND] = [24_395, 50, 5];
/** The first actions come several seconds apart, as on a lively evening with fifty players. */
const [QUIET, QUIET_SECONDS] = [10, 3];
const SECONDS = Number(process.env['FRIENDS_SECONDS'] ?? 60);
const BEFORE = Number(process.env['FRIENDS_BEFORE'] ?? 0);
const AT = `http://127.0.0.1:${PORT}`;
/** One in this many actions is a story; the others are comments on the latest. */
const IN_ALL = 5;
/** The pages' own script waits as long. */
const TOGETHER_MS = 20;
const [MOST_MS, MOST_MEGABYTES] = [1_000, 300];

interface Done {
  readonly ms: number;
  readonly post: string;
}

/** Somebody's browser, with the front page open. */
class Reader {
  readonly #cookie: string;
  /** The moment at which this page showed each story, or a later one. */
  readonly seen = new Map<number, number>();
  /** The number of pages that failed to arrive. */
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
    (await fetch(`${AT}${path}`, { headers: { cookie: this.#cookie, 'x-home-part': 'renew' } })).text();

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

  async tell(n: number, csrf: string): Promise<Done> {
    return this.#do('post', { csrf, kind: 'story', title: `Tale ${n}`, text: 'Once.', do: 'post' });
  }

  async comment(on: string, csrf: string): Promise<Done> {
    return this.#do('comment', { csrf, on, text: 'And then?', do: 'comment' });
  }

  async #do(door: string, words: Record<string, string>): Promise<Done> {
    const began = performance.now();
    const { status, headers } = await fetch(`${AT}/do/${door}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: this.#cookie, origin: AT },
      body: new URLSearchParams(words),
    });
    if (status !== 303) throw new Error(`${door} was answered by ${status}`);
    const post = /\/matters\/([^/]+)\//u.exec(headers.get('location') ?? '')?.[1] ?? '';
    return { ms: performance.now() - began, post };
  }
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

const server = await BenchServer.start(PORT, PEOPLE, BEFORE);
const { game, links } = server;
try {
  const readers: Reader[] = [];
  for (const link of links) readers.push(await Reader.seated(link));
  const tokens = new Map<Reader, string>();
  for (const one of readers)
    tokens.set(one, /name="csrf" value="([^"]+)"/u.exec(await one.get('/do/post/'))?.[1] ?? '');
  await Promise.all(readers.map((one) => one.follow()));
  await new Promise((done) => setTimeout(done, 5_000));
  const began = new Map<number, number>();
  let [told, said, latest] = [0, 0, ''];
  const play = async (count: number, aSecond: number): Promise<number[]> => {
    const start = performance.now();
    const deeds: Promise<Done>[] = [];
    for (let n = 0; n < count; n++) {
      await new Promise((done) =>
        setTimeout(done, Math.max(0, start + (n * 1_000) / aSecond - performance.now())),
      );
      const one = readers[n % readers.length];
      const token = one === undefined ? '' : (tokens.get(one) ?? '');
      if (one === undefined) continue;
      if (n % IN_ALL > 0 && latest !== '') {
        said += 1;
        deeds.push(one.comment(latest, token));
        continue;
      }
      began.set((told += 1), performance.now());
      const story = one.tell(told, token);
      deeds.push(story);
      void story.then(({ post }) => (latest = post));
    }
    return (await Promise.all(deeds)).map(({ ms }) => ms);
  };
  await play(QUIET, 1 / QUIET_SECONDS);
  const quiet = server.megabytes('most');
  began.clear();
  const before = server.cpuMs();
  const took = await play(SECONDS * A_SECOND, A_SECOND);
  const most = told;
  const until = performance.now() + 60_000;
  while (readers.some(({ seen }) => !seen.has(most)) && performance.now() < until)
    await new Promise((done) => setTimeout(done, 100));
  const cpuMs = (server.cpuMs() - before) / took.length;
  const waits = readers.flatMap(({ seen }) =>
    [...began].map(([n, from]) => (seen.get(n) ?? Number.POSITIVE_INFINITY) - from),
  );
  const { posts } = await withPosition(await openLocalGame(game), ({ open: { play } }) => play.state());
  const tales = Object.values(posts).filter(({ title }) => title.startsWith('Tale '));
  const comments = tales.flatMap((tale) => tale.comments.filter(({ by }) => by !== 'engine'));
  const lost = told + said - tales.length - comments.length;
  const bar = 1;
  const late = at(waits, 0.99);
  const busy = server.megabytes('most');
  const seconds = SECONDS;
  report({ bench: 'a deed of one of 50 people', seconds, ms: at(took, 0.5) });
  report({ bench: 'a deed of one of 50 people, at 99 %', seconds, ms: at(took, 0.99) });
  report({ bench: 'until the pages of all others have it', seconds, ms: at(waits, 0.5) });
  report({
    bench: 'until the pages of all others have it, at 99 %',
    seconds,
    ms: late,
    ratio: late / MOST_MS,
    bar,
  });
  report({
    bench: "the server's processor time, for each deed and all pages after it",
    seconds,
    ms: Math.round(cpuMs),
  });
  report({ bench: 'deeds that are lost', seconds, deeds: told + said, lost });
  report({
    bench: 'pages that did not come',
    seconds,
    pages: readers.reduce((sum, { broken }) => sum + broken, 0),
  });
  report({
    bench: 'memory with 50 people, a deed in three seconds',
    megabytes: quiet,
    ratio: quiet / MOST_MEGABYTES,
    bar,
  });
  report({
    bench: 'disk that the game takes after it',
    seconds,
    deeds: told + said,
    megabytes: megabytesIn(game),
  });
  report({ bench: 'memory at its most, at five deeds a second', seconds, megabytes: busy });
} finally {
  await server.end();
}
