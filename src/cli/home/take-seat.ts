import type { Wording } from '../../language/wording.ts';
import { answerPlainly } from './answer-plainly.ts';
import type { HomeRequest } from './home-request.ts';
import type { Seats } from './seats.ts';
import type { Sessions } from './session.ts';

/**
 * Seats a browser by its link, and moves on so that the secret leaves the address. It answers with a page that
 * redirects itself, because a browser omits the cookie in an HTTP redirect that began on a foreign page.
 */
export function takeSeat(
  { reply, session: before, isSecure }: Pick<HomeRequest, 'reply' | 'session' | 'isSecure'>,
  seats: Seats,
  link: string,
  sessions: Sessions,
  { say }: Wording,
): void {
  if (!seats.isInForce(link))
    return answerPlainly(reply, 403, say`This link no longer works. Ask the host for a new one.`);
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
