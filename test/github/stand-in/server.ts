import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { runGraph } from '../published/graphql.ts';
import type { Json } from '../published/json-schema.ts';
import { Moved, Refused } from './asked.ts';
import { serveGit } from './git-http.ts';
import { graphOf } from './graph.ts';
import { limitOf, takeFromHour, type Limit } from './limits.ts';
import { assertAllowed, permissionsOf } from './permissions.ts';
import { answerApp } from './rest-app.ts';
import { answerRest } from './rest.ts';
import { World, type Account, type Fault } from './world.ts';

export interface StandIn {
  readonly world: World;
  readonly api: string;
  readonly gitUrl: string;
  readonly folder: string;
  close(): Promise<void>;
}

/** A small GitHub with one repository, `o/r`: what the adapter asks of the real one, over a real bare repository. */
export async function startStandIn(): Promise<StandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-github-'));
  const world = new World(join(folder, 'server', 'o', 'r.git'));
  const server = createServer((request, response) => {
    serve(world, request, response).catch((error: unknown) => {
      world.failures.push(error);
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    world,
    folder,
    api: `http://127.0.0.1:${port}`,
    gitUrl: `http://127.0.0.1:${port}/o/r.git`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method ?? 'GET';
  response.setHeader('date', new Date(world.now).toUTCString());
  const by = accountOf(world, request.headers.authorization ?? '');
  if (url.pathname.startsWith('/o/r.git/')) {
    await takeGit(world, request, response, { path: url.pathname, query: url.search.slice(1), by });
    return;
  }
  // Pages of any origin may ask, as GitHub's documentation has it.
  response.setHeader('access-control-allow-origin', '*');
  if (method === 'OPTIONS') {
    const allowed = {
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
    };
    response.writeHead(204, allowed).end();
    return;
  }
  // A runner's own, by which a job says to Pages what it is.
  if (url.pathname === '/oidc') {
    if (world.permissions?.['id-token'] === 'write') reply(response, 200, { value: 'oidc' });
    else reply(response, 403, { message: 'Forbidden' });
    return;
  }
  // The site itself, which anybody reads.
  if (url.pathname === '/site/') {
    const shown = [...world.pages.values()].at(-1) ?? '';
    response.end(world.artifacts[shown] ?? '404');
    return;
  }
  world.requests.push(`${method} ${url.pathname}`);
  world.passTime();
  const fault = faultFor(world, method, url.pathname, by);
  fault?.first?.();
  if (fault !== null && fault.lost !== true && replyFault(response, fault)) return;
  if (by === null && takeApp(world, response, method, url.pathname, request.headers.authorization ?? ''))
    return;
  if (by === null) {
    reply(response, 401, { message: 'Bad credentials' });
    return;
  }
  const body = await json(request).catch(() => null);
  // What it does is done; only nobody hears of it.
  const answering = fault?.lost === true ? muted(response) : response;
  const limit = limitOf(world, by);
  if (url.pathname === '/graphql') await answerGraph({ world, by, limit }, answering, body);
  else if (limit.left('rest') <= 0) replyLimit(answering, limit.resetsAt);
  else takeRest(world, request, answering, { url, by, body: body as Json });
}

/** Answers an App that asks for a token of its own. */
function takeApp(
  world: World,
  response: ServerResponse,
  method: string,
  path: string,
  header: string,
): boolean {
  try {
    const answer = answerApp(world, method, path, header);
    if (answer !== null) reply(response, ...answer);
    return answer !== null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reply(response, error.status, { message: error.message });
    return true;
  }
}

function faultFor(world: World, method: string, path: string, by: Account | null): Fault | null {
  const meets = (fault: Fault): boolean =>
    (fault.path === undefined || fault.path.test(path)) &&
    (fault.method === undefined || fault.method === method);
  const at = world.faults.findIndex(meets);
  if (at !== -1) return world.faults.splice(at, 1)[0] ?? null;
  // People's own clients are not what is tested.
  return by?.type === 'Bot' ? world.weather(method, path) : null;
}

function replyFault(response: ServerResponse, fault: Fault): boolean {
  const { status, graphError, headers = {}, message = 'Bad Gateway' } = fault;
  if (graphError !== undefined) reply(response, 200, { data: null, errors: [graphError] }, headers);
  else if (status === 304) reply(response, 304, undefined, headers);
  else if (status !== undefined) reply(response, status, { message }, headers);
  else return false;
  return true;
}

/** Answers into the void, and breaks the connection. */
function muted(response: ServerResponse): ServerResponse {
  return new Proxy(response, {
    get: (target, key) => {
      if (key === 'writeHead') return () => undefined;
      if (key === 'end') return () => target.destroy();
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

function accountOf(world: World, header: string): Account | null {
  const [kind = '', value = ''] = header.split(' ');
  const token = kind === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[1] ?? '') : value;
  return world.accounts.get(token) ?? null;
}

async function takeGit(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  { path, query, by }: { path: string; query: string; by: Account | null },
): Promise<void> {
  world.gitRequests.push(path);
  const pushing = path.endsWith('/git-receive-pack') || query.includes('git-receive-pack');
  const area = by === null ? undefined : permissionsOf(world, by)?.['contents'];
  const mayPush =
    by?.permission === 'write' && (by.type === 'User' || area === undefined || area === 'write');
  if (by === null || (pushing && !mayPush)) {
    response.statusCode = 403;
    response.end('Write access to repository not granted.');
    return;
  }
  if (path.endsWith('/git-receive-pack') && world.beforePush !== null) {
    const before = world.beforePush;
    world.beforePush = null;
    before();
  }
  const served = (): void => {
    if (path.endsWith('/git-receive-pack')) world.notePushes(by);
  };
  const gitdir = join(world.gitdir, '..', '..');
  // People's own clients are not what is tested.
  const faultFor = (body: string) => (by.type === 'Bot' ? world.gitWeather(path, body) : null);
  await serveGit(request, response, { gitdir, path, query, user: by.login, faultFor, served });
}

async function answerGraph(
  { world, by, limit }: { world: World; by: Account; limit: Limit },
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  const { query, variables = {} } = body as { query: string; variables?: Record<string, unknown> };
  if (limit.left('points') <= 0) {
    const error = { type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation.' };
    reply(response, 200, { errors: [error] }, limitHeaders(limit.resetsAt));
    return;
  }
  if (by.type === 'Bot') world.queries.push(query);
  if (world.tooSlow?.query.test(query) === true) {
    const message = `Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug. Please include \`C0DE\` when reporting this issue.`;
    reply(response, world.tooSlow.status, { data: null, errors: [{ message }] });
    return;
  }
  const { answer, cost } = await runGraph(query, variables, graphOf(world, by), world.isNull);
  world.points += cost;
  takeFromHour(world, by, 'points', cost);
  reply(response, 200, answer);
}

const limitHeaders = (resetsAt: number): Record<string, string> => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(resetsAt),
});

function replyLimit(response: ServerResponse, resetsAt: number): void {
  reply(response, 403, { message: 'API rate limit exceeded for installation.' }, limitHeaders(resetsAt));
}

function takeRest(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  { url, by, body }: { url: URL; by: Account; body: Json },
): void {
  const method = request.method ?? 'GET';
  // Anybody may read another repository that is public, and the token of a workflow may write in its own alone.
  if (url.pathname.startsWith('/repositories/2/')) {
    if (method !== 'GET') reply(response, 403, { message: 'Resource not accessible by integration' });
    else reply(response, 200, url.pathname.endsWith('s') ? [] : { state: 'open', locked: false });
    return;
  }
  try {
    assertAllowed(world, by, method, url.pathname);
    const asked = { world, by, query: url.searchParams, body };
    const [status, answer] = answerRest(method, url.pathname, asked);
    const { shown, headers } = Array.isArray(answer)
      ? onePage(url, answer, request.headers.host ?? '', method)
      : { shown: answer, headers: {} };
    // GitHub makes the token part of it: another run's is of no use.
    const etag = `"${createHash('sha256')
      .update(`${by.token} ${JSON.stringify(shown ?? null)}`)
      .digest('hex')}"`;
    // What didn't change costs nothing of the hour.
    if (method === 'GET' && request.headers['if-none-match'] === etag) {
      reply(response, 304, undefined, { etag });
      return;
    }
    takeFromHour(world, by, 'rest', 1);
    reply(response, status, shown, method === 'GET' ? { ...headers, etag } : headers);
  } catch (error) {
    if (error instanceof Moved) {
      const rest = /\/issues\/\d+(\/.*)?$/u.exec(url.pathname)?.[1] ?? '';
      const location = `http://${request.headers.host ?? ''}${error.to}${rest}`;
      reply(response, method === 'GET' ? 301 : 307, { message: error.message, url: location }, { location });
      return;
    }
    if (!(error instanceof Refused)) throw error;
    reply(response, error.status, { message: error.message, documentation_url: 'https://docs.github.com' });
  }
}

function onePage(
  url: URL,
  all: readonly Json[],
  host: string,
  method: string,
): { shown: Json; headers: Record<string, string> } {
  if (method !== 'GET') return { shown: [...all], headers: {} };
  const size = Number(url.searchParams.get('per_page') ?? 30);
  // The list of pushes has a cursor in place of a page's number.
  const byCursor = url.pathname.endsWith('/activity');
  const from = byCursor
    ? Number(url.searchParams.get('after') ?? 0)
    : (Number(url.searchParams.get('page') ?? 1) - 1) * size;
  const next = new URL(url);
  next.host = host;
  if (byCursor) next.searchParams.set('after', String(from + size));
  else next.searchParams.set('page', String(from / size + 2));
  const headers: Record<string, string> =
    from + size < all.length ? { link: `<${next.href}>; rel="next"` } : {};
  return { shown: all.slice(from, from + size), headers };
}

function reply(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
