import type { IncomingMessage, ServerResponse } from 'node:http';

import { isBehind } from './guard.ts';
import type { Seats } from './seats.ts';
import type { Session, Sessions } from './session.ts';
import type { Tables } from './tables.ts';

/** One request, and whose it is. */
export interface HomeRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly session: Session;
  readonly seats: Seats | undefined;
  readonly games: Tables['games'];
  readonly behind: URL | undefined;
  /** Whether the browser came by HTTPS. */
  readonly isSecure: boolean;
  readonly token: string;
  /** A message that is to be said once is said on a whole page that somebody opens. */
  readonly part: string | undefined;
  readonly cookie: Readonly<Record<string, string>>;
}

/** Null where the address can’t be read. */
export function requestBy(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Sessions,
  place: Pick<HomeRequest, 'seats' | 'games' | 'behind'>,
): HomeRequest | null {
  const url = URL.parse(request.url ?? '/', 'http://home/');
  if (url === null || url.host !== 'home') return null;
  const { seats, behind } = place;
  const isSecure = isBehind(request.headers.host, behind) && behind.protocol === 'https:';
  const found = sessions.find(request.headers.cookie);
  const session = found ?? sessions.begin();
  // A link that was withdrawn meanwhile seats nobody any more.
  if (!seats?.isHosts(session.hostLink)) session.lent = null;
  if (seats !== undefined) session.seat = session.lent ?? seats.whoHas(session.link);
  const part = request.headers['x-home-part'];
  return {
    request,
    response,
    url,
    session,
    ...place,
    isSecure,
    token: sessions.tokenOf(session),
    part: typeof part === 'string' ? part : undefined,
    cookie: found === null ? { 'set-cookie': sessions.header(session, isSecure) } : {},
  };
}
