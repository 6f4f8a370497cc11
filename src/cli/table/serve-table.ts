import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { HomeGame } from '../../host/game.ts';
import { Caches } from '../../cache/caches.ts';

import { assertOwnOrigin, isOwnHost, readBody, RequestProblem } from './guard.ts';
import { html } from './html.ts';
import { handlerFor } from './routes.ts';
import { Sessions } from './session.ts';
import { show, type Reply, type Room, type Visit } from './visit.ts';

export interface TableServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface TableOptions {
  readonly game: HomeGame;
  /** Where to listen; a port that is taken gives way to the next free one. 0 is any. */
  readonly port: number;
  /** This machine alone, unless somebody asks for more. */
  readonly host?: string | undefined;
  readonly caches?: Caches | undefined;
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Serves the table: pages in which people at this machine, or in its network where that is asked for, play. */
export async function serveTable({
  game,
  port,
  host = '127.0.0.1',
  caches = new Caches(),
}: TableOptions): Promise<TableServer> {
  const room: Room = { game, games: new Map([[game.folder, game]]) };
  const assets: Readonly<Record<string, readonly [string, string]>> = {
    '/table.css': ['text/css; charset=utf-8', read('../../site/styles/site.css') + read('assets/table.css')],
    '/table.js': ['text/javascript; charset=utf-8', read('assets/table.js')],
  };
  let sessions = new Sessions(port);
  let used = port;
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, used, host)) {
      plain(response, 421, 'This address is not the table’s. Open the one that it printed when it started.');
      return;
    }
    const asset = assets[request.url ?? ''];
    if (asset !== undefined) {
      response.writeHead(200, { ...HEADERS, 'content-type': asset[0] }).end(asset[1]);
      return;
    }
    // One after another: each looks at the game as the one before left it.
    last = last.then(() => answer(request, response, room, sessions)).catch(() => response.destroy());
    last = last.then(() => caches.finish());
  });
  server.requestTimeout = 30_000;
  used = await listen(server, port, host);
  sessions = new Sessions(used);
  return {
    url: `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${used}/`,
    port: used,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  room: Room,
  sessions: Sessions,
): Promise<void> {
  const found = sessions.find(request.headers.cookie);
  const session = found ?? sessions.begin();
  const url = new URL(request.url ?? '/', 'http://table.invalid');
  const part = request.headers['x-table-part'] === 'preview';
  let visit: Visit = {
    room,
    game: room.game,
    session,
    csrf: sessions.tokenOf(session),
    path: url.pathname,
    query: url.searchParams,
    sent: new URLSearchParams(),
    part,
  };
  const cookie = found === null ? { 'set-cookie': sessions.header(session) } : {};
  try {
    const handler = handlerFor(request.method ?? 'GET', url.pathname);
    if (request.method === 'POST') {
      assertOwnOrigin(request);
      visit = { ...visit, sent: await readBody(request) };
      if (found === null || !sessions.isToken(session, visit.sent.get('csrf') ?? ''))
        throw new RequestProblem(
          403,
          'This form is older than the table: load the page again. Nothing was done.',
        );
    }
    send(response, await handler(visit), cookie);
  } catch (error) {
    await sendProblem(response, visit, error, cookie);
  }
}

function send(response: ServerResponse, given: Reply, cookie: Readonly<Record<string, string>>): void {
  if ('goTo' in given) {
    response.writeHead(303, { ...HEADERS, ...cookie, location: given.goTo }).end();
    return;
  }
  response
    .writeHead(given.status ?? 200, { ...HEADERS, ...cookie, 'content-type': 'text/html; charset=utf-8' })
    .end(given.page.text);
}

async function sendProblem(
  response: ServerResponse,
  visit: Visit,
  error: unknown,
  cookie: Readonly<Record<string, string>>,
): Promise<void> {
  const status = error instanceof RequestProblem ? error.status : 500;
  const what =
    error instanceof Error ? error.message : 'Something went wrong that the table has no words for.';
  if (status === 413) response.setHeader('connection', 'close');
  if (visit.part) return plain(response, status, what);
  const next =
    status === 500
      ? 'Nothing more was done. `gitnomic status` on the command line may say more about the game.'
      : 'The page before has what you wrote: go back to it.';
  try {
    const shown = await show(
      visit,
      'That did not work',
      () =>
        html`<p class="notice refused" role="alert">${what}</p>
          <p>${next}</p>`,
      status,
    );
    send(response, shown, cookie);
  } catch {
    // The game itself can't be read: then only the sentence can be told.
    plain(response, status, what);
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function notThere(error: NodeJS.ErrnoException, host: string): Error {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'ENOTFOUND') return error;
  return Object.assign(new Error(`${host} is no address of this machine.`), {
    code: 'no-such-host',
    next: 'Name one that it has, or 0.0.0.0 for all of them.',
  });
}

const MOST_PORTS = 20;

async function listen(server: Server, port: number, host: string): Promise<number> {
  for (let offset = 0; offset < (port === 0 ? 1 : MOST_PORTS); offset++) {
    const taken = await new Promise<boolean>((done, failed) => {
      const onError = (error: NodeJS.ErrnoException): void => {
        if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(true);
        else failed(notThere(error, host));
      };
      server.once('error', onError).listen(port + offset, host, () => {
        server.off('error', onError);
        done(false);
      });
    });
    const address = server.address();
    if (!taken && typeof address === 'object' && address !== null) return address.port;
  }
  throw Object.assign(new Error(`The ports ${port} to ${port + MOST_PORTS - 1} are all taken.`), {
    code: 'ports-taken',
    next: 'Name a free one: --port 8080.',
  });
}
