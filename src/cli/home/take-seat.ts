import type { ServerResponse } from 'node:http';

import { answerPlainly } from './answer-plainly.ts';
import type { Seats } from './seats.ts';
import type { Session, Sessions } from './session.ts';

/**
 * Seats a browser by its link, and leads on so that the secret leaves the address. A page that leads on by itself,
 * because a redirect that began on a page elsewhere would come without the cookie.
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
  // A session of its own: an id that somebody else knew before gets no seat.
  const session = sessions.begin();
  const isHosts = seats.isHosts(link);
  session.link = isHosts ? before.link : link;
  session.hostLink = isHosts ? link : before.hostLink;
  session.seat = seats.whoHas(session.link);
  sessions.keep(session);
  const [isNew, next] = [seats.isNewcomers(link), isHosts ? 'do/links/' : ''];
  const text = isNew ? 'Choose your name: the page follows.' : 'You have your seat: the game follows.';
  answerPlainly(response, 200, text, {
    refresh: `0; url=/${isNew ? 'do/who/' : next}`,
    'set-cookie': sessions.header(session, isSecure),
    // The page that follows is not told, so that no log has the secret, as where it came from.
    'referrer-policy': 'no-referrer',
  });
}
