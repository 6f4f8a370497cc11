import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { serveGit } from './git-http.ts';
import { graphOf } from './graph.ts';
import { GraphError, runQuery } from './graphql.ts';
import { answerRest, Refused } from './rest.ts';
import { World, type Account } from './world.ts';

export interface StandIn {
  readonly world: World;
  readonly api: string;
  readonly gitUrl: string;
  readonly folder: string;
  close(): Promise<void>;
}

const prefix = '/repos/o/r/';

/** A small GitHub with one repository, `o/r`: what the adapter asks of the real one, over a real bare repository. */
export async function startStandIn(): Promise<StandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-github-'));
  const world = new World(join(folder, 'server', 'o', 'r.git'));
  const server = createServer((request, response) => {
    serve(world, request, response).catch((error: unknown) => {
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
  const by = accountOf(world, request.headers.authorization ?? '');
  const gitPath = url.pathname.startsWith('/o/r.git/') ? url.pathname : null;
  if (gitPath !== null) {
    await takeGit(world, request, response, { path: gitPath, query: url.search.slice(1), by });
    return;
  }
  world.requests.push(`${request.method} ${url.pathname}`);
  const fault = world.faults.findIndex(({ path }) => path === undefined || path.test(url.pathname));
  if (fault !== -1) {
    const [{ status, headers = {}, message = 'Bad Gateway' } = { status: 502 }] = world.faults.splice(
      fault,
      1,
    );
    reply(response, status, { message }, headers);
    return;
  }
  if (by === null) {
    reply(response, 401, { message: 'Bad credentials' });
    return;
  }
  const body = request.method === 'GET' ? null : await json(request).catch(() => null);
  if (url.pathname === '/graphql') answerGraph(world, response, body);
  else takeRest(world, request, response, { url, by, body });
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
  const pushing = path.endsWith('/git-receive-pack') || query.includes('git-receive-pack');
  if (by === null || (pushing && by.permission !== 'write')) {
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
  await serveGit(request, response, {
    gitdir: join(world.gitdir, '..', '..'),
    path,
    query,
    user: by.login,
    served,
  });
}

function answerGraph(world: World, response: ServerResponse, body: unknown): void {
  const { query, variables = {} } = body as { query: string; variables?: Record<string, unknown> };
  try {
    reply(response, 200, { data: runQuery(query, variables, graphOf(world)) });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    reply(response, 200, { errors: [{ message: error.message }] });
  }
}

function takeRest(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  { url, by, body }: { url: URL; by: Account; body: unknown },
): void {
  try {
    const user = /^\/users\/([\w-]+)$/u.exec(url.pathname)?.[1];
    if (user !== undefined) {
      const found = [...world.accounts.values()].find(
        ({ login }) => login.toLowerCase() === user.toLowerCase(),
      );
      if (found === undefined) throw new Refused(404, 'Not Found');
      reply(response, 200, { id: found.id, login: found.login, type: found.type });
      return;
    }
    if (!url.pathname.startsWith(prefix)) throw new Refused(404, 'Not Found');
    const method = request.method ?? 'GET';
    const path = url.pathname.slice(prefix.length);
    const [status, answer] = answerRest(method, path, { world, by, query: url.searchParams, body });
    if (method === 'GET' && Array.isArray(answer))
      replyPage(response, url, answer, request.headers.host ?? '');
    else reply(response, status, answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reply(response, error.status, { message: error.message });
  }
}

function replyPage(response: ServerResponse, url: URL, all: readonly unknown[], host: string): void {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), 100);
  const page = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url);
  next.host = host;
  next.searchParams.set('page', String(page + 1));
  const link = page * size < all.length ? { link: `<${next.href}>; rel="next"` } : {};
  reply(response, 200, all.slice((page - 1) * size, page * size), link);
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
