import { Octokit as Core } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';

import { ForgeError } from '../forge-error.ts';
import { askConditionally } from './conditional.ts';
import { Pace, unpaced, type Pacing } from './pace.ts';
import { toTime } from '../../kernel/time.ts';

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
  octokit.hook.after('request', (response, options) =>
    assertSamePost(response.url, octokit.request.endpoint(options).url),
  );
  octokit.hook.before('request', async (options) => {
    if (options.method !== 'GET' && !isQuery(options)) await pace.writing();
  });
  return octokit;
}

const postAt = (url: string): string | undefined => /\/issues\/(\d+)/u.exec(url)?.[1];

/** A request for a post that was moved to another repository is redirected there, where the engine mustn't act. */
function assertSamePost(there: string, asked: string): void {
  if (postAt(there) !== postAt(asked))
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
  readonly response?: { readonly headers?: Headers };
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
    return new ForgeError('bad-request', message, data, { cause });
  }
  const answer = status === 0 ? 'no answer' : `no usable answer (${status})`;
  return new ForgeError('unavailable', `GitHub gave ${answer} for ${what}.`, data, { cause });
}

export function isLimit(error: unknown): boolean {
  return error instanceof ForgeError ? 'until' in error.data : limitEnd(error as Failed) !== null;
}

function limitEnd(cause: Failed): string | null {
  const { status = 0, message = '' } = cause;
  const headers = cause.response?.headers ?? cause.headers ?? {};
  const limited =
    (status === 403 || status === 429) && (/rate limit/iu.test(message) || 'retry-after' in headers);
  // GraphQL answers with 200 and an error in the body, which the throttling plugin rewords.
  if (!limited && !/rate limit exceeded|RATE_LIMITED|secondary rate limit/iu.test(message)) return null;
  const after = Number(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['retry-after'] !== undefined) return `about ${after} seconds from now`;
  return Number.isFinite(reset) && reset > 0 ? toTime(reset * 1000) : 'the next hour';
}
