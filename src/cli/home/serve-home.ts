import { later, type Timer } from '#platform/turns.ts';
import { Caches } from '../../cache/caches.ts';
import type { HomeGame } from '../../host/game.ts';
import type { Wording } from '../../language/wording.ts';
import { DISPLAY_MS } from '../../session/ask/call-guard.ts';
import {
  isOwnHost,
  isReading,
  nameInAddress,
  type Asking,
  type OtherNames,
  addressAsking,
  Bans,
} from './guard.ts';
import { listenAtHome, type HandedRequest } from './listen-at-home.ts';
import { type Reply, answerPlainly, HEADERS } from './reply.ts';
import { requestBy, type HomeRequest } from './home-request.ts';
import { Lobby } from './lobby.ts';
import type { Seats } from './seats.ts';
import { Sessions } from './session.ts';
import { type PagesOptions, Tables } from './home-pages.ts';
import { takeSeat } from './take-seat.ts';
import { TickWhenDue } from './tick-when-due.ts';
import { answerRequest } from './answer-request.ts';
import { HomeQueue } from './home-queue.ts';
import { PageThread, type PageMaking } from './page-thread.ts';
import type { TrialsThread } from './trials-thread.ts';

export interface HomeServer {
  readonly url: string;
  readonly port: number;
  /** Identifies this server. */
  readonly id: string;
  /** Resolves when the game has been read and pages are being made. */
  readonly checked: Promise<void>;
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
  readonly pages?: PageMaking | undefined;
  /** Makes the pages of a copy of the game. */
  readonly pagesOf?: PagesOptions['pagesOf'];
  /** The thread that tries matters; without it, each tick tries some. */
  readonly trials?: TrialsThread | undefined;
  readonly warn?: (text: string) => void;
  /** Prints on the host's terminal who comes and goes. */
  readonly tell?: ((line: string) => void) | undefined;
  /** Called after every change in the game. */
  readonly happened?: (() => void) | undefined;
}

/** Answers the requests for a game, wherever they come from. */
export interface HomeAnswers {
  readonly id: string;
  take(request: HandedRequest, reply: Reply): void;
  readonly checked: Promise<void>;
  close(): Promise<void>;
}

/** `now` gives the sessions of the port under which the pages are seen. */
export function answersAtHome(
  {
    game,
    host = '127.0.0.1',
    others = {},
    seats,
    caches = new Caches(),
    pages = new PageThread(),
    pagesOf,
    trials,
    warn = () => undefined,
    tell = () => undefined,
    happened,
  }: Omit<HomeOptions, 'port' | 'tries'>,
  now: () => { readonly sessions: Sessions; readonly port: number },
): HomeAnswers {
  const queue = new HomeQueue(warn);
  const tables = new Tables(game, pages, {
    warn,
    queue,
    ...(pagesOf === undefined ? {} : { pagesOf }),
    happened: () => (happened?.(), wake(), clock.again()),
  });
  const clock = new TickWhenDue(game, queue, () => tables.main.changed());
  const wake = (): void => {
    if (trials !== undefined) void queue.read(() => tables.main.tryMatters(trials));
  };
  const finishing = finishLater(() => caches.finish());
  const checked = queue.read(
    () => tables.main.warm(),
    () => undefined,
  );
  trials?.follow(game, () => void queue.read(() => tables.main.tellTried()));
  // A trial can wait until the first page is there.
  void checked.then(() => tables.main.shown).then(() => (wake(), clock.again()));
  const [bans, lobby] = [new Bans(game.folder), new Lobby(seats, tell)];
  const id = crypto.randomUUID();
  game.caches.sandboxes.work.displayMs = DISPLAY_MS;
  return {
    id,
    take: taking(game, { id, tables, queue, finishing, seats, lobby, warn, bans, host, others }, now),
    checked,
    close: async () => {
      finishing.close();
      clock.close();
      await Promise.all([tables.close(), trials?.close()]);
    },
  };
}

/** Serves a game on this machine: pages made on request, with forms that perform actions. */
export async function serveHome({ port, tries = 1, ...options }: HomeOptions): Promise<HomeServer> {
  const { game, host = '127.0.0.1' } = options;
  let [sessions, used] = [new Sessions(port), port];
  const answers = answersAtHome(options, () => ({ sessions, port: used }));
  const listener = await listenAtHome({ port, host, tries }, answers.take).catch(async (error: unknown) => {
    await answers.close();
    throw error;
  });
  used = listener.port;
  sessions = new Sessions(used, game.folder);
  return {
    url: `http://${nameInAddress(host)}:${used}/`,
    port: used,
    id: answers.id,
    checked: answers.checked,
    close: async () => void (await Promise.all([listener.close(), answers.close()])),
  };
}

/** The state for the next command is written within this time, so that players don't wait for it. */
const FINISH_MS = 3_000;

function finishLater(finish: () => void) {
  let waiting: Timer | undefined;
  return {
    soon() {
      waiting ??= later(() => {
        waiting = undefined;
        finish();
      }, FINISH_MS);
    },
    close: () => clearTimeout(waiting),
  };
}

interface Taking extends Pick<Gate, 'bans' | 'host' | 'others'> {
  readonly id: string;
  readonly tables: Tables;
  readonly queue: HomeQueue;
  readonly finishing: ReturnType<typeof finishLater>;
  readonly seats: Seats | undefined;
  readonly lobby: Lobby;
  readonly warn: (text: string) => void;
}

/** Answers requests at once or queues them. */
function taking(
  game: HomeGame,
  { id, tables, queue, finishing, seats, lobby, warn, ...gate }: Taking,
  now: () => { readonly sessions: Sessions; readonly port: number },
): (request: HandedRequest, reply: Reply) => void {
  return (request, reply) => {
    const { sessions, port } = now();
    const { wording } = tables.main;
    const turnedAway = refusalBeforeGame(request, { ...gate, port }, wording);
    if (turnedAway !== null) return answerPlainly(reply, ...turnedAway);
    if (isReading(request) && request.url === '/healthz') return void tellHealth(reply, game, id, wording);
    const place = { seats, lobby, games: tables.games, behind: gate.others.behind };
    const asked = requestBy(request, reply, sessions, place);
    if (asked === null) return answerPlainly(reply, 400, wording.say`This address can’t be read.`);
    if (isReading(request) && asked.url.pathname === '/changed') return follow(asked, tables);
    const link = seats?.linkIn(asked.url.pathname);
    const isForm = request.method === 'POST';
    if (seats !== undefined && link !== undefined && (isForm || isReading(request)))
      return takeSeat(asked, { seats, link, sessions }, wording);
    const fail = (error: unknown): void => giveUp(reply, error, warn);
    const turn = async (): Promise<void> => {
      if (!isForm && reply.isGone) return;
      const rest = await answerRequest(asked, { tables, sessions });
      // The next in line doesn't wait for this page.
      void rest().catch(fail);
      // What somebody did is shown next, and what is shown can be made ready while the answer is on its way.
      if (isForm) void queue.read(() => tables.at(asked.session.table).warm());
      finishing.soon();
    };
    void (isForm ? queue.act(turn, fail) : queue.read(turn, fail));
  };
}

interface Gate {
  readonly bans: Bans;
  readonly host: string;
  readonly port: number;
  readonly others: OtherNames;
}

/** The status and sentence for requests that may learn nothing about the game; null for others. */
function refusalBeforeGame(
  request: Asking,
  { bans, host, port, others }: Gate,
  { say }: Wording,
): readonly [status: number, text: string] | null {
  if (bans.has(addressAsking(request, others.behind) ?? ''))
    return [403, say`An admin of this game has blocked your address.`];
  if (!isOwnHost(request.headers.host, port, host, others))
    return [421, say`This isn’t the game’s address. Open the one shown in the terminal.`];
  return null;
}

function giveUp(reply: Reply, error: unknown, warn: (text: string) => void): void {
  reply.drop();
  warn(`A request was not answered: ${error instanceof Error ? error.message : String(error)}`);
}

/** Sends an open page every change, or only the current state if it asks for that. */
function follow({ request, reply, session, url, lobby }: HomeRequest, tables: Tables): void {
  const pages = tables.at(session.table);
  if (url.searchParams.has('now')) {
    reply.send(200, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }, pages.stamp);
    return;
  }
  reply.begin(200, { ...HEADERS, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  if (request.method === 'HEAD') reply.end();
  else {
    pages.tellChanges(reply, session);
    lobby.follow(reply, session);
  }
}

/** By this header a second server of the same game recognises the first. */
export const SERVER_ID = 'x-gitnomic-server';

/** Tells a monitor whether the game can be read, and nothing else about it. */
export async function tellHealth(reply: Reply, game: HomeGame, id: string, { say }: Wording): Promise<void> {
  const headers = { [SERVER_ID]: id };
  try {
    await game.main();
    answerPlainly(reply, 200, 'ok', headers);
  } catch {
    answerPlainly(reply, 503, say`The game can’t be read: ${'`gitnomic doctor`'} says why.`, headers);
  }
}
