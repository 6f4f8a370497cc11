import { hexDigest } from '#platform/hash.ts';

import type { Wording } from '../../language/wording.ts';
import {
  tell,
  type FilledField,
  type FilledForm,
  type FormHandler,
  type Visit,
} from '../../seat/forms/form.ts';
import { FormProblem, Given } from '../../seat/forms/given.ts';
import { savedDraft } from '../../seat/forms/saved-draft.ts';
import { handlerNamed, formsOn } from '../../seat/forms/registry.ts';
import type { Flash, SeatView } from '../../seat/forms/view.ts';
import type { Waits } from '../../seat/waits.ts';
import { assertOwnOrigin, formIn, isReading } from './guard.ts';
import { overviewAt } from '../../seat/overview.ts';
import { actsOnLines, statusAt, withPosition } from '../../seat/read-table.ts';
import { answerFor, keepAnswer, type StoredAnswer } from './stored-answers.ts';
import { linksHandler } from './links-form.ts';
import { LINKS, lobbyHandler } from './lobby.ts';
import { answerPlainly, HEADERS } from './reply.ts';
import type { HomeRequest } from './home-request.ts';
import { assertSeated, HOSTS_FORMS } from './seats.ts';
import type { Session, Sessions } from './session.ts';
import type { Tables, HomePages } from './home-pages.ts';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { isSealed } from '../../session/secrets/sealed-text.ts';

interface Answering {
  readonly tables: Tables;
  readonly sessions: Sessions;
}

/** Work that others needn't wait for, such as making and sending a page. */
type Rest = () => Promise<void>;

/** Answers a request with a page, the result of an action, or the reason why there is none. */
export async function answerRequest(asked: HomeRequest, { tables, sessions }: Answering): Promise<Rest> {
  const shown = tables.at(asked.session.table);
  const answer = async (): Promise<Rest> => {
    if (asked.session.lent !== null) await endLoanToHead(asked, shown);
    if (asked.request.method === 'POST') return take(asked, shown, { sessions, tables });
    if (isReading(asked.request)) return showPage(asked, shown, { sessions, tables });
    throw new FormProblem(405, ({ say }) => say`This server only answers requests for pages and forms.`);
  };
  try {
    const rest = await answer();
    return () => rest().catch((error: unknown) => sendProblem(asked, shown, error));
  } catch (error) {
    return () => sendProblem(asked, shown, error);
  }
}

/** A borrowed seat is returned once its holder heads the dynasty, since nobody else may see the private side. */
async function endLoanToHead({ session, seats }: HomeRequest, { game }: HomePages): Promise<void> {
  const { roster } = await statusAt(game);
  if (!roster.some(({ id, emperor }) => emperor === true && id === session.lent?.id)) return;
  session.lent = null;
  session.seat = seats?.whoHas(session.link) ?? null;
}

function visitOf(
  { session, part, games }: HomeRequest,
  { game, wording }: HomePages,
  words: URLSearchParams,
  isPractice: boolean,
): Visit {
  const { seat: who, drafts, lent } = session;
  return {
    game: lent === null ? game : inLentSeat(game, wording),
    games,
    who,
    drafts,
    given: new Given(words),
    wording,
    isPractice,
    part: part === 'preview',
  };
}

/** A lone player may do anything; only the host's forms require a practice game. */
async function isForPractice(
  { seats }: HomeRequest,
  { game }: HomePages,
  kind: string | null,
): Promise<boolean> {
  if (seats === undefined || !HOSTS_FORMS.has(kind ?? '')) return true;
  return (await statusAt(game)).practice;
}

/** `/do/vote/` → `vote` */
function formNamedIn(path: string): string | null {
  return /^\/do\/(.*?)\/?$/u.exec(path)?.[1] ?? null;
}

function handlerFor(
  { seats, lobby, session }: HomeRequest,
  name: string,
  { sessions, tables }: Answering,
): FormHandler {
  if (seats === undefined) return handlerNamed(name);
  // People come into the game itself, wherever the host is.
  const shown = tables.main;
  const waitsOf: HomePages['waitsOf'] = (who) => (shown.changed(), shown.waitsOf(who));
  if (name === LINKS) return linksHandler({ lobby, seats, sessions, session, shown, waitsOf });
  return name === 'who' ? lobbyHandler({ lobby, seats, session, waitsOf }) : handlerNamed(name);
}

function assertAllowed({ seats, lobby, session }: HomeRequest, kind: string, changes: boolean): void {
  if (seats === undefined) return;
  const isHost = seats.isHosts(session.hostLink);
  const mayCome = seats.isNewcomers(session.link) || (session.seat === null && lobby.isOpen);
  assertSeated(kind, { who: session.seat }, { isHost, mayCome, changes });
}

async function showPage(asked: HomeRequest, shown: HomePages, answering: Answering): Promise<Rest> {
  const { url } = asked;
  const name = formNamedIn(url.pathname);
  // The page needs it in any case, and forms speak the language that the game names now.
  await shown.warm();
  const visit = visitOf(asked, shown, url.searchParams, await isForPractice(asked, shown, name));
  if (name !== null) return showForm(asked, shown, answering, { name, visit });
  const path = pageAt(url);
  // On a published site the reader's browser seals; here there is a form for it.
  if (path === 'seal/') return goTo(asked, '/do/seal/');
  const possible =
    path === 'play/' || (path === '' && visit.who !== null) ? await shown.possibleFor(visit.who) : null;
  const { who } = visit;
  const onLines =
    who === null || !path.startsWith('ledger/')
      ? []
      : await withPosition(visit.game, (position) => actsOnLines(position, visit.game.now(), who));
  const overview = path === 'overview/' ? await overviewAt(shown.game) : null;
  return send(asked, shown, path, { forms: await formsOn(path, visit), possible, onLines, overview });
}

async function showForm(
  asked: HomeRequest,
  shown: HomePages,
  answering: Answering,
  { name, visit }: { readonly name: string; readonly visit: Visit },
): Promise<Rest> {
  const { session, token, url } = asked;
  assertAllowed(asked, name, false);
  const handler = handlerFor(asked, name, answering);
  const answer = answerFor(session, url.searchParams, { kind: name, token });
  const { form, problem = null } = answer ?? {};
  const opened =
    form ??
    (await handler.open(visit).catch((error: unknown) => {
      const isAboutNothing = problem !== null || url.search === '';
      if (error instanceof FormProblem && error.status !== 403 && isAboutNothing) return null;
      throw error;
    }));
  // The address doesn't say what the form would be about.
  if (opened === null && problem === null) return goTo(asked, '/play/');
  return send(asked, shown, `do/${name}/`, { forms: opened === null ? [] : [opened], problem });
}

function goTo({ reply, cookie }: HomeRequest, location: string): Rest {
  return async () => reply.send(303, { ...HEADERS, ...cookie, location });
}

const MOST_SENT = 50;

function noteSent({ sent, flash }: HomeRequest['session'], words: URLSearchParams, location: string): void {
  sent.set(words.toString(), { location, said: flash === null ? [] : [flash.title, ...flash.said] });
  const [oldest] = sent.keys();
  if (sent.size > MOST_SENT && oldest !== undefined) sent.delete(oldest);
}

async function take(asked: HomeRequest, shown: HomePages, answering: Answering): Promise<Rest> {
  const { sessions, tables } = answering;
  const { request, session, url, part } = asked;
  const name = formNamedIn(url.pathname) ?? '';
  const handler = handlerFor(asked, name, answering);
  assertOwnOrigin(request, asked.behind);
  const words = formIn(request);
  assertAllowed(asked, name, part !== 'preview' && words.get('do') !== 'preview');
  // A form that is sent twice may carry a token that its first sending made invalid, for example by taking a seat.
  const again = words.has('once') ? session.sent.get(words.toString()) : undefined;
  if (again !== undefined && part !== 'preview') {
    session.flash = { ok: true, title: shown.wording.say`This was done already.`, said: again.said };
    return goTo(asked, again.location);
  }
  if ('set-cookie' in asked.cookie || !sessions.isToken(session, words.get('csrf') ?? ''))
    throw new FormProblem(
      403,
      ({ say }) =>
        say`This form has expired, or you’ve changed who you play as. Reload the page. Nothing was saved.`,
    );
  const visit = visitOf(asked, shown, words, await isForPractice(asked, shown, name));
  const done = await handler.send(visit).catch((error: unknown) => {
    if (part === 'preview' || !(error instanceof FormProblem)) throw error;
    return { problem: error.tell(shown.wording) };
  });
  sessions.keep(session);
  const answered = (answer: Omit<StoredAnswer, 'token'>): Rest =>
    goTo(asked, keepAnswer(session, words, { ...answer, token: asked.token }));
  if ('problem' in done) return answered({ kind: name, ...done });
  if ('form' in done) {
    const { form } = done;
    if (part === 'preview') return send(asked, shown, 'do/said/', { forms: [form] }, 200);
    return answered({ kind: form.kind, form: { ...form, isAnswer: true } });
  }
  if (done.sit !== undefined) {
    session.seat = done.sit;
    sessions.keep(session);
  }
  asked.lobby.tellWhoIsHere();
  if (done.lend !== undefined) session.lent = done.lend;
  // What somebody does in a copy concerns nobody else.
  if (done.hostDid !== undefined && session.table === null) asked.seats?.note(shown.game.now(), done.hostDid);
  if (done.play === undefined) (name === LINKS ? tables.main : shown).changed();
  else session.table = tables.placeAt(done.play);
  const { step } = done;
  const refused = shown.wording.say`The rules don’t allow that. Nothing has changed.`;
  const filled = step.ok ? null : await refilled(handler, visit);
  if (filled !== null)
    return answered({
      kind: filled.kind,
      form: { ...filled, isAnswer: true, said: [tell('refused', refused, { lines: step.said })] },
    });
  session.flash = { ok: step.ok, title: step.ok ? done.done : refused, said: step.said };
  const isThere = done.play === undefined || (await hasPage(asked, tables.at(session.table), done.goTo));
  const location = isThere ? `/${done.goTo}` : '/';
  if (step.ok) noteSent(session, words, location);
  // Going back shows no preview of an action that was carried out.
  if (step.ok) for (const [id, { kind }] of session.answers) if (kind === name) session.answers.delete(id);
  return goTo(asked, location);
}

/** The form as it was sent, if it has fields to keep. */
async function refilled(handler: FormHandler, visit: Visit): Promise<FilledForm | null> {
  const form = await handler.open(visit).catch((error: unknown) => {
    if (error instanceof FormProblem) return null;
    throw error;
  });
  if (form === null || form.fields.length === 0) return null;
  const fill = (field: FilledField): FilledField => ({
    ...field,
    given: visit.given.has(field.name) ? visit.given.all(field.name) : field.given,
    parts: field.parts.map(fill),
  });
  return { ...form, fields: form.fields.map(fill) };
}

/** True if a game has this page: a copy of it may have others. */
async function hasPage(asked: HomeRequest, there: HomePages, path: string): Promise<boolean> {
  const make = await there.pageSoon(path, await viewOf(asked, there, path, {}));
  return (await make()).status === 200;
}

async function viewOf(
  asked: HomeRequest,
  shown: HomePages,
  path: string,
  more: Partial<SeatView>,
): Promise<SeatView> {
  const { session, token, part } = asked;
  const { seat } = session;
  const isHost = asked.seats?.isHosts(session.hostLink) ?? false;
  const waits = part !== 'preview' && isWhole(path) ? await shown.waitsOf(seat) : null;
  const flash = part === undefined ? session.flash : null;
  const isOfHost = part !== 'preview' && isHost && isWhole(path);
  return {
    isHost,
    mayMoveTime: asked.seats === undefined || (isOfHost && (await statusAt(shown.game)).practice),
    isLinked: asked.seats !== undefined,
    lobby:
      asked.seats === undefined ? null : { isOpen: asked.lobby.isOpen, ...asked.lobby.answerTo(session) },
    form: isOfHost ? asked.lobby.form(shown.wording) : null,
    here: session.table === null ? asked.lobby.here : [],
    isLent: session.lent !== null,
    hostDid: session.table === null ? (asked.seats?.actions ?? []) : [],
    copy: session.table,
    who: seat === null ? null : { id: seat.id, name: seat.name },
    token,
    now: shown.game.now(),
    flash: flash ?? tellJoined(session, waits, shown.wording),
    drafted: savedDraft(visitOf(asked, shown, new URLSearchParams(), false)).edits.length,
    waits,
    forms: [],
    possible: null,
    onLines: [],
    overview: null,
    problem: null,
    isSent: false,
    ...more,
  };
}

/** Tells somebody who has asked to join that they are in the game now, on the first page since, even one that is open. */
function tellJoined(session: Session, waits: Waits | null, { say }: Wording): Flash | null {
  const waited = session.outside;
  if (waits !== null) session.outside = waits.plays ? null : waits.who;
  if (waits?.plays !== true || waited !== waits.who) return null;
  return { ok: true, title: say`You’re in the game now.`, said: [say`You can vote, propose and act.`] };
}

/** Their addresses change with their content, so that the next page needs none of them again. */
const LASTING = { 'cache-control': 'private, max-age=31536000, immutable' };

async function send(
  asked: HomeRequest,
  shown: HomePages,
  path: string,
  more: Partial<SeatView>,
  status?: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Rest> {
  const { session, part } = asked;
  const view = await viewOf(asked, shown, path, more);
  const isPage = part === undefined && isWhole(path);
  const isShown = isPage && asked.request.method !== 'HEAD' && !asked.reply.isGone;
  if (isShown) session.flash = null;
  const makePage = await shown.pageSoon(path, view);
  return async () => {
    const page = await makePage();
    // Nobody saw it, so the next page shows it.
    if (isShown && asked.reply.isGone) session.flash ??= view.flash;
    const isNamedByContent =
      path.startsWith('_astro/') ||
      (!isWhole(path) && asked.url.search === `?${hexDigest('sha256', page.bytes)}`);
    const lasting = isNamedByContent && page.status === 200 ? LASTING : {};
    asked.reply.send(
      status ?? page.status,
      { ...HEADERS, ...asked.cookie, ...headers, ...lasting, 'content-type': page.type },
      page.bytes,
    );
  };
}

function sayProblem(error: unknown, wording: Wording): string {
  if (error instanceof FormProblem) return error.tell(wording);
  return error instanceof Error ? error.message : wording.say`An unknown error occurred.`;
}

/** Pages show the strip about their reader; styles and pictures don't. */
function isWhole(path: string): boolean {
  return path === '' || (path.endsWith('/') && path !== 'do/problem/');
}

async function sendProblem(asked: HomeRequest, shown: HomePages, error: unknown): Promise<void> {
  const status = error instanceof FormProblem ? error.status : 500;
  const what = sayProblem(error, shown.wording);
  const headers = status === 413 ? { connection: 'close' } : {};
  if (asked.part !== undefined) return answerPlainly(asked.reply, status, what, headers);
  try {
    const isSent = !isReading(asked.request);
    const rest = await send(asked, shown, 'do/problem/', { problem: what, isSent }, status, headers);
    await rest();
  } catch {
    // The game itself can't be read, so the answer is just the sentence.
    answerPlainly(asked.reply, status, what, headers);
  }
}

/** The page at an address. One without its final slash means the same page. */
export function pageAt({ pathname }: URL): string {
  const path = pathname.slice(1);
  if (path === '' || path.endsWith('/') || /\.[a-z0-9]+$/u.test(path)) return path;
  return `${path}/`;
}

/** A game as played from a borrowed seat: a note below each comment tells everybody that the host wrote it. */
export function inLentSeat(game: HomeGame, { say }: Wording): HomeGame {
  const signed = (by: Person, text: string): string => {
    if (isSealed(text))
      throw new FormProblem(403, () => say`Only ${by.name} can send secrets from here. Nothing has changed.`);
    return `${text}\n\n*${say`The host did this in the seat of ${by.name}.`}*`;
  };
  const { people } = game;
  return {
    ...game,
    say: (by, post, text) => game.say(by, post, signed(by, text)),
    people: {
      ...people,
      open: (by, draft) => people.open(by, { ...draft, text: signed(by, draft.text) }),
      comment: (by, post, text) => people.comment(by, post, signed(by, text)),
      edit: (by, post, change) =>
        people.edit(
          by,
          post,
          change.text === undefined ? change : { ...change, text: signed(by, change.text) },
        ),
      editComment: (by, post, comment, text) => people.editComment(by, post, comment, signed(by, text)),
      review: (by, post, verdict, text) => people.review(by, post, verdict, signed(by, text)),
    },
  };
}
