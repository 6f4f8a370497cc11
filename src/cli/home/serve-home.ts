import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { Caches } from '../../cache/caches.ts';
import type { HomeGame } from '../../host/game.ts';
import type { Wording } from '../../language/wording.ts';
import { readFormBody, isOwnHost, isReading, nameInAddress, type OtherNames } from './guard.ts';
import { listen } from '../local/listen.ts';
import { answerPlainly, HEADERS } from './answer-plainly.ts';
import { requestBy, type HomeRequest } from './home-request.ts';
import { addressAsking, Bans } from './bans.ts';
import type { Seats } from './seats.ts';
import { Sessions } from './session.ts';
import { Tables } from './tables.ts';
import { takeSeat } from './take-seat.ts';
import { answerRequest } from './answer-request.ts';
import { HomeQueue } from './home-queue.ts';
import { tellHealth } from './tell-health.ts';
import { PageThread } from './page-thread.ts';
import type { TrialsThread } from './trials-thread.ts';

export interface HomeServer {
  readonly url: string;
  readonly port: number;
  /** The game was looked at: its pages are being made. */
  readonly looked: Promise<void>;
  close(): Promise<void>;
}

export interface HomeOptions {
  readonly game: HomeGame;
  /** The port to listen on; if it is taken, the next ones are tried, as often as `tries` says. 0 is any free port. */
  readonly port: number;
  readonly tries?: number;
  /** Only this machine by default. */
  readonly host?: string | undefined;
  readonly others?: OtherNames | undefined;
  /** If given, people are seated only by a link; otherwise they are taken at their word. */
  readonly seats?: Seats | undefined;
  readonly caches?: Caches | undefined;
  /** The thread that makes pages. Starting it beforehand makes the first page quicker. */
  readonly pages?: PageThread | undefined;
  /** The thread that tries matters; without it, each tick tries some. */
  readonly trials?: TrialsThread | undefined;
  readonly warn?: (text: string) => void;
  /** Called after every change in the game. */
  readonly happened?: (() => void) | undefined;
}

/** A request that a browser sends just as its idle connection is closed would be lost. */
const TIMEOUTS = { requestTimeout: 30_000, connectionsCheckingInterval: 10_000, keepAliveTimeout: 75_000 };

/** Serves a game on this machine: pages made on request, with doors that perform actions. */
export async function serveHome({
  game,
  port,
  tries = 1,
  host = '127.0.0.1',
  others = {},
  seats,
  caches = new Caches(),
  pages = new PageThread(),
  trials,
  warn = () => undefined,
  happened,
}: HomeOptions): Promise<HomeServer> {
  const queue = new HomeQueue(warn);
  const tables = new Tables(game, pages, { warn, queue, happened: () => (happened?.(), wake()) });
  const wake = (): void => {
    if (trials !== undefined) void queue.read(() => tables.main.tryMatters(trials));
  };
  const finishing = finishLater(() => queue.read(() => caches.finish()));
  let [sessions, used] = [new Sessions(port), port];
  const looked = queue.read(
    () => tables.main.warm(),
    () => undefined,
  );
  trials?.follow(game, () => void queue.read(() => tables.main.tellTried()));
  // Nobody waits for a trial as they wait for the first page.
  void looked.then(() => tables.main.shown).then(wake);
  const bans = new Bans(game.folder);
  const { behind } = others;
  const server = createServer(TIMEOUTS, (request, response) => {
    const { wording } = tables.main;
    const turnedAway = whyTurnedAway(request, { bans, host, port: used, others }, wording);
    if (turnedAway !== null) return answerPlainly(response, ...turnedAway);
    if (isReading(request) && request.url === '/healthz') return void tellHealth(response, game, wording);
    const asked = requestBy(request, response, sessions, { seats, games: tables.games, behind });
    if (asked === null) return answerPlainly(response, 400, wording.say`This address can’t be read.`);
    if (isReading(request) && asked.url.pathname === '/changed') return follow(asked, tables);
    const link = seats?.linkIn(asked.url.pathname);
    if (seats !== undefined && link !== undefined && isReading(request))
      return takeSeat(asked, seats, link, sessions, wording);
    const fail = (error: unknown): void => giveUp(response, error, warn);
    const turn = (body: (() => URLSearchParams) | null) => async (): Promise<void> => {
      const rest = await answerRequest(asked, { tables, sessions, body });
      // The next in line doesn't wait for this page to be made.
      void rest().catch(fail);
      finishing.soon();
    };
    if (request.method !== 'POST') void queue.read(turn(null), fail);
    else void readFormBody(request).then((body) => queue.act(turn(body), fail));
  });
  used = await listen(server, port, host, tries).catch(async (error: unknown) => {
    await tables.close();
    throw error;
  });
  sessions = new Sessions(used, game.folder);
  return {
    url: `http://${nameInAddress(host)}:${used}/`,
    port: used,
    looked,
    close: () => (finishing.close(), end(server, tables, trials)),
  };
}

/** The state that the next command goes on from is written within so long: players don't wait for that. */
const FINISH_MS = 3_000;

function finishLater(finish: () => Promise<void>): { soon(): void; close(): void } {
  let waiting: NodeJS.Timeout | undefined;
  return {
    soon() {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void finish();
      }, FINISH_MS).unref();
    },
    close: () => clearTimeout(waiting),
  };
}

interface Gate {
  readonly bans: Bans;
  readonly host: string;
  readonly port: number;
  readonly others: OtherNames;
}

/** The status and the sentence for a request that nothing of the game is told to; null for others. */
function whyTurnedAway(
  request: IncomingMessage,
  { bans, host, port, others }: Gate,
  { say }: Wording,
): readonly [status: number, text: string] | null {
  if (bans.has(addressAsking(request, others.behind) ?? ''))
    return [403, say`An Admin of this game banned the address that you come from.`];
  if (!isOwnHost(request.headers.host, port, host, others))
    return [421, say`This is not the game’s address. Open the one that it printed at the start.`];
  return null;
}

function giveUp(response: ServerResponse, error: unknown, warn: (text: string) => void): void {
  response.destroy();
  warn(`A request was not answered: ${error instanceof Error ? error.message : String(error)}`);
}

/** Tells an open page about every change. */
function follow({ request, response, session }: HomeRequest, tables: Tables): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  if (request.method === 'HEAD') response.end();
  else tables.at(session.table).tellChanges(response);
}

async function end(server: Server, tables: Tables, trials?: TrialsThread): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeAllConnections();
  await Promise.all([closed, tables.close(), trials?.close()]);
}
