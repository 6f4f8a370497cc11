import { Octokit as Core } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { ForgeError } from '../events.ts';
import { askConditionally } from './conditional.ts';
import { toTime } from '../../kernel/time.ts';
import { setTimeout as wait } from 'node:timers/promises';

export interface ClientOptions {
  readonly token: string;
  /** The address of the API, by default https://api.github.com. */
  readonly api?: string;
  /** False only for a test server. GitHub asks for a second between writes. */
  readonly paced?: boolean;
}

/** Only the parts of Octokit that are used. The whole package includes an App's parts and takes three times as long to load. */
const WithPlugins = Core.plugin(paginateRest, retry, throttling);
export type Octokit = InstanceType<typeof WithPlugins>;

/** If a wait is longer, the run ends, and the next one continues. */
const longestWaitSeconds = 60;

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export function openClient(
  { token, api, paced = true }: ClientOptions,
  pace: Pacing = paced ? new Pace() : unpaced,
  gaps: string[] = [],
): Octokit {
  const waits = (retryAfterSeconds: number, _options: object, _octokit: unknown, tries: number): boolean =>
    retryAfterSeconds <= longestWaitSeconds && tries < 1;
  const octokit = new WithPlugins({
    auth: token,
    userAgent: 'gitnomic',
    log: silent,
    ...(api === undefined ? {} : { baseUrl: api }),
    throttle: { enabled: paced, onRateLimit: waits, onSecondaryRateLimit: waits },
    retry: paced ? {} : { retryAfterBaseValue: 1 },
  });
  askConditionally(octokit);
  octokit.hook.after('request', ({ url }, options) =>
    assertSamePost(url, octokit.request.endpoint(options).url),
  );
  // What the engine can't say on one post, such as a full one, is left out; all else goes on.
  octokit.hook.error('request', (error, options) => {
    assertSamePost((error as Failed).response?.url, octokit.request.endpoint(options).url);
    if (isFull(error as Failed) && !isLimit(error)) gaps.push(`GitHub takes nothing more: ${error.message}`);
    throw error;
  });
  octokit.hook.before('request', async (options) => {
    if (options.method !== 'GET' && !isQuery(options)) await pace.writing();
  });
  return octokit;
}

const postAt = (url: string): string | undefined => /\/issues\/(\d+)/u.exec(url)?.[1];

/** A request for a post that was moved to another repository is redirected there, where the engine mustn't act. */
function assertSamePost(there: string | undefined, asked: string): void {
  if (there !== undefined && postAt(there) !== postAt(asked))
    throw Object.assign(new Error('It was moved to another repository.'), { status: 404 });
}

/** With GraphQL, even reads are POST requests. */
function isQuery({ url, ...options }: { readonly url: string }): boolean {
  return url.endsWith('/graphql') && 'query' in options && !String(options.query).startsWith('mutation');
}

/**
 * Creates something exactly once. If the answer was lost it may exist already, so it is looked for before another try. Such requests are
 * never simply repeated.
 */
export async function makeOnce<T>(make: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      const { status = 0 } = error as Failed;
      if ((status !== 0 && status < 500) || tries >= mostTries) throw error;
      const found = await find();
      if (found !== undefined) return found;
    }
  }
}
const mostTries = 3;
/** For requests that create something. `makeOnce` handles their failures. */
export const unrepeated = { request: { retries: 0 } } as const;

type Headers = Readonly<Record<string, string | number | undefined>>;
interface Failed {
  readonly status?: number;
  readonly message?: string;
  readonly response?: { readonly headers?: Headers; readonly url?: string };
  /** If GraphQL refuses, it answers with 200, and the headers are here. */
  readonly headers?: Headers;
}

/** Runs `ask` and converts GitHub's errors to the port's. For a limit, the error says when it ends. */
export async function asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ForgeError) throw cause;
    throw toForgeError(what, cause as Failed);
  }
}

function toForgeError(what: string, cause: Failed): ForgeError {
  const { status = 0 } = cause;
  const data = { status };
  const until = limitEnd(cause);
  if (until !== null) {
    const message = `GitHub’s rate limit stopped ${what}; it goes on from ${until}.`;
    return new ForgeError('unavailable', message, { ...data, until }, { cause });
  }
  if (status === 404 || status === 410)
    return new ForgeError('no-such-post', `GitHub has nothing there for ${what}.`, data, { cause });
  if (status >= 400 && status < 500) {
    const message = `GitHub refused ${what} (${status}): ${cause.message ?? ''}`;
    return new ForgeError(isFull(cause) ? 'settled' : 'bad-request', message, data, { cause });
  }
  const answer = status === 0 ? 'no answer' : `no usable answer (${status})`;
  return new ForgeError('unavailable', `GitHub gave ${answer} for ${what}.`, data, { cause });
}

export function isLimit(error: unknown): boolean {
  return error instanceof ForgeError ? 'until' in error.data : limitEnd(error as Failed) !== null;
}

/** True if GitHub takes nothing more on one post, ever: no comment beyond the 2,500th, and no label beyond the hundredth. */
export function isFull({ status = 0, message = '' }: Failed): boolean {
  return status === 422 || (status === 403 && /disabled on issues|is locked/iu.test(message));
}

function limitEnd(cause: Failed): string | null {
  const { status = 0, message = '' } = cause;
  const headers = cause.response?.headers ?? cause.headers ?? {};
  const isAbout = /rate limit|submitted too quickly|abuse detection/iu.test(message);
  const limited = status === 429 || ([403, 422].includes(status) && (isAbout || 'retry-after' in headers));
  // GraphQL answers with 200 and an error in the body, which the throttling plugin rewords.
  if (!limited && !/rate limit exceeded|RATE_LIMITED|secondary rate limit/iu.test(message)) return null;
  const after = Number(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['retry-after'] !== undefined) return `about ${after} seconds from now`;
  return Number.isFinite(reset) && reset > 0 ? toTime(reset * 1000) : 'the next hour';
}

/** GitHub's documented limits for creating content, over all its interfaces. */
const mostAMinute = 80;
const mostAnHour = 500;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface Pacing {
  writing(count?: number): Promise<void>;
}

/** For a test server. */
export const unpaced: Pacing = { writing: () => Promise.resolve() };

export interface PaceOptions {
  /** The machine's clock, in milliseconds, which tests replace. */
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Keeps a run's writes within these limits. When a minute is full it waits, and when the hour is full it stops and says when it can
 * continue. GitHub refuses if earlier runs used up the hour.
 */
export class Pace implements Pacing {
  readonly #clock: () => number;
  readonly #sleep: (ms: number) => Promise<unknown>;
  /** The times of writes, oldest first. */
  #written: number[] = [];

  constructor({ clock = () => Date.now(), sleep = (ms) => wait(ms) }: PaceOptions = {}) {
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** Called before this many things are written. */
  async writing(count = 1): Promise<void> {
    for (;;) {
      const now = this.#clock();
      this.#written = this.#written.filter((at) => at > now - hourMs);
      const hour = this.#written.at(count - mostAnHour - 1);
      if (this.#written.length + count > mostAnHour && hour !== undefined) throw stopped(hour + hourMs);
      const minute = this.#written.filter((at) => at > now - minuteMs);
      const first = minute.at(minute.length + count - mostAMinute - 1);
      if (minute.length + count <= mostAMinute || first === undefined) {
        this.#written.push(...Array.from({ length: count }, () => now));
        return;
      }
      await this.#sleep(first + minuteMs - now);
    }
  }
}

function stopped(ms: number): ForgeError {
  const until = toTime(ms);
  const message = `GitHub takes ${mostAnHour} new things an hour, and this run made so many; it goes on from ${until}.`;
  return new ForgeError('unavailable', message, { until });
}

/** The pauses before Git's second and third try. */
const PAUSES_MS = [1000, 4000] as const;
/** The most time that all failures of one tick may take, including pauses. */
const TICK_MS = 60_000;

/** Tries Git commands up to three times, until failures have taken a minute of the tick. */
export class Patience {
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #clock: () => number;
  readonly #tickMs: number;
  #spentMs = 0;
  #lastFailure: unknown = null;

  constructor(
    pause: (ms: number) => Promise<unknown>,
    { tickMs = TICK_MS, clock = () => performance.now() } = {},
  ) {
    this.#pause = pause;
    this.#clock = clock;
    this.#tickMs = tickMs;
  }

  startTick(): void {
    this.#spentMs = 0;
  }

  /**
   * `run` receives the time that it may take. After that minute it fails as the last command did, without being tried; what a tick
   * can't end without, such as a push, is still tried, for a second.
   */
  async tryAgain<T>(
    run: (leftMs: number) => Promise<T>,
    isFinal: (cause: unknown) => boolean,
    { isNeeded = false } = {},
  ): Promise<T> {
    if (this.#leftMs <= 0 && !isNeeded) throw this.#lastFailure;
    for (let tries = 0; ; tries++) {
      const begun = this.#clock();
      try {
        return await run(
          this.#spentMs === 0 ? Infinity : Math.max(Math.ceil(this.#leftMs), isNeeded ? 1000 : 1),
        );
      } catch (cause) {
        this.#spentMs += this.#clock() - begun;
        this.#lastFailure = cause;
        const pause = PAUSES_MS[tries];
        if (pause === undefined || isFinal(cause) || this.#leftMs <= pause) throw cause;
        await this.#pause(pause);
        this.#spentMs += pause;
      }
    }
  }

  get #leftMs(): number {
    return this.#tickMs - this.#spentMs;
  }
}
