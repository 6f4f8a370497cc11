import { createServer, type Server } from 'node:http';

import { Caches } from '../../cache/caches.ts';
import type { HomeGame } from '../../host/game.ts';
import { actionsNow } from '../../seat/doors/act.ts';
import type { Door, DoorAnswer, DoorForm, Visit } from '../../seat/doors/door.ts';
import { DoorProblem, Given } from '../../seat/doors/given.ts';
import { keptDraft } from '../../seat/doors/kept-draft.ts';
import { doorNamed, doorsOn } from '../../seat/doors/registry.ts';
import type { SeatView } from '../../seat/doors/view.ts';
import { assertOwnOrigin, isOwnHost, isReading, nameInAddress, readBody, type OtherNames } from './guard.ts';
import { inLentSeat } from './lent-seat.ts';
import { listen } from '../local/listen.ts';
import { statusAt } from '../../seat/read-table.ts';
import { LINKS, linksDoor } from './links-door.ts';
import { answerPlainly, HEADERS } from './answer-plainly.ts';
import { requestBy, type HomeRequest } from './home-request.ts';
import { addressAsking, Bans } from './bans.ts';
import { assertSeated, HOSTS_DOORS, type Seats } from './seats.ts';
import { Sessions } from './session.ts';
import { Tables } from './tables.ts';
import { takeSeat } from './take-seat.ts';
import { HomeQueue } from './home-queue.ts';
import { tellHealth } from './tell-health.ts';
import type { HomePages } from './home-pages.ts';
import { PageThread } from './page-thread.ts';
import type { TrialsThread } from './trials-thread.ts';

export interface HomeServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface HomeOptions {
  readonly game: HomeGame;
  /** Where to listen; one that is taken gives way to the next free one, as often as `tries` says. 0 is any. */
  readonly port: number;
  readonly tries?: number;
  /** This machine alone, unless somebody asks for more. */
  readonly host?: string | undefined;
  readonly others?: OtherNames | undefined;
  /** Where they are given, only a link seats somebody; else people are taken at their word. */
  readonly seats?: Seats | undefined;
  readonly caches?: Caches | undefined;
  /** Where pages are made: begun beforehand, the first is there sooner. */
  readonly pages?: PageThread | undefined;
  /** Where matters are tried; else each tick tries some. */
  readonly trials?: TrialsThread | undefined;
  readonly warn?: (text: string) => void;
  /** Called after whatever happens in the game. */
  readonly happened?: (() => void) | undefined;
}

const NOT_HERE = 'This address is not the game’s. Open the one that it printed when it started.';

/** Serves a game on this machine: its pages, made when they are asked for, with doors that do what they say. */
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
  let sessions = new Sessions(port);
  let used = port;
  void queue.read(
    () => tables.main.warm(),
    () => undefined,
  );
  trials?.follow(game, () => void queue.read(() => tables.main.tellTried()));
  wake();
  const bans = new Bans(game.folder);
  const { behind } = others;
  const server = createServer((request, response) => {
    if (bans.has(addressAsking(request, behind) ?? ''))
      return answerPlainly(response, 403, 'An Admin of this game banned the address that you come from.');
    if (!isOwnHost(request.headers.host, used, host, others)) return answerPlainly(response, 421, NOT_HERE);
    if (isReading(request) && request.url === '/healthz') return void tellHealth(response, game);
    const place = { seats, games: tables.games, behind };
    const asked = requestBy(request, response, sessions, place);
    if (asked === null) return answerPlainly(response, 400, 'This address can’t be read.');
    if (isReading(request) && asked.url.pathname === '/changed') return follow(asked, tables);
    const link = seats?.linkIn(asked.url.pathname);
    if (seats !== undefined && link !== undefined && isReading(request))
      return takeSeat(asked, seats, link, sessions, asked.isSecure);
    const fail = (): void => void response.destroy();
    const turn = async (): Promise<void> => {
      await answer(asked, tables, sessions);
      await caches.finish();
    };
    void (isReading(request) ? queue.read(turn, fail) : queue.deed(turn, fail));
  });
  server.requestTimeout = 30_000;
  used = await listen(server, port, host, tries).catch(async (error: unknown) => {
    await tables.close();
    throw error;
  });
  sessions = new Sessions(used, game.folder);
  return {
    url: `http://${nameInAddress(host)}:${used}/`,
    port: used,
    close: () => end(server, tables, trials),
  };
}

/** A page that is open hears of whatever happens. */
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

async function answer(asked: HomeRequest, tables: Tables, sessions: Sessions): Promise<void> {
  const shown = tables.at(asked.session.table);
  try {
    if (asked.session.lent !== null) await keepFromHead(asked, shown);
    if (asked.request.method === 'POST') await take(asked, shown, { sessions, tables });
    else if (isReading(asked.request)) await showPage(asked, shown);
    else throw new DoorProblem(405, 'Pages are asked for, and forms are sent; nothing else is done here.');
  } catch (error) {
    await sendProblem(asked, shown, error);
  }
}

/** A seat that is lent goes back once its holder heads the dynasty, whose private side is for nobody else. */
async function keepFromHead({ session, seats }: HomeRequest, { game }: HomePages): Promise<void> {
  const { roster } = await statusAt(game);
  if (!roster.some(({ id, emperor }) => emperor && id === session.lent?.id)) return;
  session.lent = null;
  session.seat = seats?.whoHas(session.link) ?? null;
}

function visitOf(
  { session, part, games }: HomeRequest,
  { game }: HomePages,
  words: URLSearchParams,
  isPractice: boolean,
): Visit {
  const { seat: who, drafts, lent } = session;
  return {
    game: lent === null ? game : inLentSeat(game),
    games,
    who,
    drafts,
    given: new Given(words),
    isPractice,
    part: part === 'preview',
  };
}

/** Whoever is alone with a game does with it as they like; only the host’s doors ask. */
async function isForPractice(
  { seats }: HomeRequest,
  { game }: HomePages,
  door: string | null,
): Promise<boolean> {
  if (seats === undefined || !HOSTS_DOORS.has(door ?? '')) return true;
  return (await statusAt(game)).practice;
}

/** `/do/vote/` → `vote` */
function doorIn(path: string): string | null {
  return /^\/do\/(.*?)\/?$/u.exec(path)?.[1] ?? null;
}

function doorFor({ seats }: HomeRequest, name: string): Door {
  return name === LINKS && seats !== undefined ? linksDoor(seats) : doorNamed(name);
}

function assertAllowed({ seats, session }: HomeRequest, door: string, changes: boolean): void {
  if (seats === undefined) return;
  const [isHost, isNew] = [seats.isHosts(session.hostLink), seats.isNewcomers(session.link)];
  assertSeated(door, { who: session.seat }, { isHost, isNew, changes });
}

async function showPage(asked: HomeRequest, shown: HomePages): Promise<void> {
  const { url } = asked;
  const name = doorIn(url.pathname);
  const visit = visitOf(asked, shown, url.searchParams, await isForPractice(asked, shown, name));
  if (name !== null) {
    assertAllowed(asked, name, false);
    const form = await doorFor(asked, name).open(visit);
    return send(asked, shown, `do/${name}/`, { forms: [form] });
  }
  const path = pathOf(url);
  const possible = path === 'play/' ? await actionsNow(visit) : null;
  await send(asked, shown, path, { forms: await doorsOn(path, visit), possible });
}

/** A page’s address without its last slash means the same page. */
function pathOf({ pathname }: URL): string {
  const path = pathname.slice(1);
  if (path === '' || path.endsWith('/') || /\.[a-z0-9]+$/u.test(path)) return path;
  return `${path}/`;
}

async function take(
  asked: HomeRequest,
  shown: HomePages,
  { sessions, tables }: { readonly sessions: Sessions; readonly tables: Tables },
): Promise<void> {
  const { request, session, url, part } = asked;
  const name = doorIn(url.pathname) ?? '';
  const door = doorFor(asked, name);
  assertOwnOrigin(request, asked.behind);
  assertAllowed(asked, name, true);
  const words = await readBody(request);
  if ('set-cookie' in asked.cookie || !sessions.isToken(session, words.get('csrf') ?? ''))
    throw new DoorProblem(403, 'This form is older than the session: load the page again. Nothing was done.');
  const done = await door.send(visitOf(asked, shown, words, await isForPractice(asked, shown, name)));
  sessions.keep(session);
  if ('form' in done) return sendForm(asked, shown, done, part === 'preview');
  if (done.sit !== undefined) {
    if (asked.seats !== undefined)
      session.link = asked.seats.seatNewcomer(done.sit, (await statusAt(shown.game)).roster);
    session.seat = done.sit;
    sessions.keep(session);
  }
  if (done.lend !== undefined) session.lent = done.lend;
  if (done.hostDid !== undefined) asked.seats?.note(shown.game.now(), done.hostDid);
  if (done.play === undefined) shown.changed();
  else session.table = tables.placeAt(done.play);
  const { step } = done;
  session.flash = {
    ok: step.ok,
    title: step.ok ? done.done : 'That was refused, and nothing has changed.',
    said: step.said,
  };
  asked.response.writeHead(303, { ...HEADERS, ...asked.cookie, location: `/${done.goTo}` }).end();
}

function sendForm(
  asked: HomeRequest,
  shown: HomePages,
  { form, status }: Extract<DoorAnswer, { form: DoorForm }>,
  part: boolean,
): Promise<void> {
  return send(asked, shown, part ? 'do/said/' : `do/${form.door}/`, { forms: [form] }, part ? 200 : status);
}

async function send(
  asked: HomeRequest,
  shown: HomePages,
  path: string,
  more: Partial<SeatView>,
  status?: number,
): Promise<void> {
  const { session, token, part } = asked;
  const { seat } = session;
  const view: SeatView = {
    isHost: asked.seats?.isHosts(session.hostLink) ?? false,
    isLinked: asked.seats !== undefined,
    isLent: session.lent !== null,
    hostDid: asked.seats?.deeds ?? [],
    copy: session.table,
    who: seat === null ? null : { id: seat.id, name: seat.name },
    token,
    now: shown.game.now(),
    flash: part === undefined ? session.flash : null,
    drafted: keptDraft(visitOf(asked, shown, new URLSearchParams(), false)).edits.length,
    waits: part === undefined && isWhole(path) ? await shown.waitsOf(seat) : null,
    forms: [],
    possible: null,
    problem: null,
    ...more,
  };
  const page = await shown.page(path, view);
  if (part === undefined && page.type.startsWith('text/html') && asked.request.method !== 'HEAD')
    session.flash = null;
  asked.response
    .writeHead(status ?? page.status, { ...HEADERS, ...asked.cookie, 'content-type': page.type })
    .end(page.bytes);
}

/** Pages have the strip of their reader; styles and pictures have none. */
function isWhole(path: string): boolean {
  return path === '' || (path.endsWith('/') && path !== 'do/problem/');
}

async function sendProblem(asked: HomeRequest, shown: HomePages, error: unknown): Promise<void> {
  const status = error instanceof DoorProblem ? error.status : 500;
  const what = error instanceof Error ? error.message : 'Something went wrong that there are no words for.';
  if (status === 413) asked.response.setHeader('connection', 'close');
  if (asked.part !== undefined) return answerPlainly(asked.response, status, what);
  try {
    await send(asked, shown, 'do/problem/', { problem: what }, status);
  } catch {
    // The game itself can't be read: then only the sentence can be told.
    answerPlainly(asked.response, status, what);
  }
}
