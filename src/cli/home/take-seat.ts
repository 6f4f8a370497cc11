import type { Wording } from '../../language/wording.ts';
import { FormProblem } from '../../seat/forms/given.ts';
import { escapeHtml } from '../../seat/escape-html.ts';
import { answerPlainly, HEADERS } from './reply.ts';
import { assertOwnOrigin, formIn } from './guard.ts';
import type { HomeRequest } from './home-request.ts';
import { nameOfHolder, type Seats } from './seats.ts';
import type { Sessions } from './session.ts';

interface Seating {
  readonly seats: Seats;
  readonly link: string;
  readonly sessions: Sessions;
}

/**
 * Seats a browser by its link. If the browser has another seat, that takes a POST: a link can stand on any page and in any text, and
 * whoever follows it must not act for somebody else unawares.
 */
export function takeSeat(asked: HomeRequest, seating: Seating, wording: Wording): void {
  const { request, reply, session, url } = asked;
  const { seats, link, sessions } = seating;
  const { say } = wording;
  if (!seats.isInForce(link))
    return answerPlainly(reply, 403, say`This link no longer works. Ask the host for a new one.`);
  if (request.method === 'POST') {
    try {
      assertOwnOrigin(request, asked.behind);
      if (!sessions.isToken(session, formIn(request).get('csrf') ?? '')) throw expired();
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error;
      return answerPlainly(reply, error.status, error.tell(wording));
    }
    return seatBrowser(asked, seating, wording);
  }
  // A request that comes from a foreign page has no cookie, so this page makes the browser send it again.
  if (request.headers['sec-fetch-site'] === 'cross-site' && !url.searchParams.has('again'))
    return answerPlainly(reply, 200, say`The link opens now.`, {
      refresh: `0; url=${url.pathname}?again`,
      'referrer-policy': 'same-origin',
    });
  const has = session.link;
  if (has === null || has === link || !seats.isInForce(has) || seats.isHosts(link))
    return seatBrowser(asked, seating, wording);
  askFirst(asked, seating, wording);
}

/**
 * Moves on so that the secret disappears from the address. The answer is a page that redirects itself,
 * because a browser omits the cookie in an HTTP redirect that began on a foreign page.
 */
function seatBrowser(
  { reply, session: before, isSecure }: HomeRequest,
  { seats, link, sessions }: Seating,
  { say }: Wording,
): void {
  // Always a new session, so that a session id planted by somebody else gets no seat.
  const session = sessions.begin();
  const isHosts = seats.isHosts(link);
  session.link = isHosts ? before.link : link;
  session.hostLink = isHosts ? link : before.hostLink;
  session.seat = seats.whoHas(session.link);
  sessions.keep(session);
  const [isNew, next] = [seats.isNewcomers(link), isHosts ? 'do/links/' : ''];
  const text = isNew ? say`Choose your name. The page then reloads.` : say`You’re in. The game opens now.`;
  answerPlainly(reply, 200, text, {
    refresh: `0; url=/${isNew ? 'do/who/' : next}`,
    'set-cookie': sessions.header(session, isSecure),
    // The next page gets no referrer, so that the secret ends up in no log.
    'referrer-policy': 'no-referrer',
  });
}

/** A separate page, which needs neither the game nor a style. */
function askFirst(
  { reply, session, url, token }: HomeRequest,
  { seats, link }: Seating,
  wording: Wording,
): void {
  const { say, language } = wording;
  const [now, then] = [session.link, link].map((one) =>
    nameOfHolder(seats.whoHas(one) ?? (seats.isHosts(one) ? null : 'newcomers'), wording),
  );
  const [title, text, yes, no] = [
    say`Change seats?`,
    say`In this browser you play as ${now}. This link is for another seat: ${then}. Only change if you meant to.`,
    say`Play as ${then}`,
    say`Stay ${now}`,
  ].map(escapeHtml);
  const page = `<!doctype html>
<html lang="${escapeHtml(language.tag)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${text}</p>
<form method="post" action="${escapeHtml(url.pathname)}">
<input type="hidden" name="csrf" value="${escapeHtml(token)}">
<p><a href="/">${no}</a></p>
<p><button>${yes}</button></p>
</form>
</main>
`;
  reply.send(200, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' }, page);
}

function expired(): FormProblem {
  return new FormProblem(
    403,
    ({ say }) => say`This form has expired. Open the link again. Nothing has changed.`,
  );
}
