import type { ServerResponse } from 'node:http';

import { answerPlainly } from './answer-plainly.ts';
import type { Seats } from './seats.ts';
import type { Session, Sessions } from './session.ts';

/**
 * Seats a browser by its link, and moves on so that the secret leaves the address. It answers with a page that
 * redirects itself, because a browser omits the cookie in an HTTP redirect that began on a foreign page.
 */
export function takeSeat(
  { response, session: before }: { readonly response: ServerResponse; readonly session: Session },
  seats: Seats,
  link: string,
  sessions: Sessions,
  isSecure: boolean,
): void {
  if (!seats.isInForce(link))
    return answerPlainly(
      response,
      403,
      'This link is withdrawn, or was never given. Ask the host for another.',
    );
  // Always a new session, so that a session id planted by somebody else gets no seat.
  const session = sessions.begin();
  const isHosts = seats.isHosts(link);
  session.link = isHosts ? before.link : link;
  session.hostLink = isHosts ? link : before.hostLink;
  session.seat = seats.whoHas(session.link);
  sessions.keep(session);
  const [isNew, next] = [seats.isNewcomers(link), isHosts ? 'do/links/' : ''];
  const text = isNew
    ? 'Choose your name: the page reloads by itself.'
    : 'You have your seat: the game follows.';
  answerPlainly(response, 200, text, {
    refresh: `0; url=/${isNew ? 'do/who/' : next}`,
    'set-cookie': sessions.header(session, isSecure),
    // The next page gets no referrer, so that the secret ends up in no log.
    'referrer-policy': 'no-referrer',
  });
}
