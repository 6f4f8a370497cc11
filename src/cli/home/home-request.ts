import type { Reply } from './reply.ts';
import { isBehind, type Asking } from './guard.ts';
import type { Lobby } from './lobby.ts';
import type { Seats } from './seats.ts';
import type { Session, Sessions } from './session.ts';
import type { Tables } from './home-pages.ts';

/** A request, with the session that it belongs to. */
export interface HomeRequest {
  readonly request: Asking;
  readonly reply: Reply;
  readonly url: URL;
  readonly session: Session;
  readonly seats: Seats | undefined;
  readonly lobby: Lobby;
  readonly games: Tables['games'];
  readonly behind: URL | undefined;
  /** True if the browser came by HTTPS. */
  readonly isSecure: boolean;
  readonly token: string;
  /** The part of a page that was requested. Messages that are shown once are kept for a whole page. */
  readonly part: string | undefined;
  readonly cookie: Readonly<Record<string, string>>;
}

/** Null if the address can't be parsed. */
export function requestBy(
  request: Asking,
  reply: Reply,
  sessions: Sessions,
  place: Pick<HomeRequest, 'seats' | 'lobby' | 'games' | 'behind'>,
): HomeRequest | null {
  const url = URL.parse(request.url, 'http://home/');
  if (url === null || url.host !== 'home') return null;
  const { seats, behind } = place;
  const isSecure = isBehind(request.headers.host, behind) && behind.protocol === 'https:';
  const found = sessions.find(request.headers.cookie);
  const session = found ?? sessions.begin();
  // If the host's link has been withdrawn, its seat loan ends.
  if (!seats?.isHosts(session.hostLink)) session.lent = null;
  if (seats !== undefined) session.seat = session.lent ?? seats.whoHas(session.link);
  const part = request.headers['x-home-part'];
  return {
    request,
    reply,
    url,
    session,
    ...place,
    isSecure,
    token: sessions.tokenOf(session),
    part: typeof part === 'string' ? part : undefined,
    cookie: found === null ? { 'set-cookie': sessions.header(session, isSecure) } : {},
  };
}
