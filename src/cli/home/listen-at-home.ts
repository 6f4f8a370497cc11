import type { IncomingHttpHeaders } from 'node:http';
import { listen, serverOf } from '../local/listen.ts';
import { readBody, type Body, ServerReply, type Reply } from './reply.ts';

/** A request that a browser sends just as its idle connection is closed would be lost. */
const TIMEOUTS = { requestTimeout: 30_000, connectionsCheckingInterval: 10_000, keepAliveTimeout: 75_000 };

export interface HandedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
  /** Null unless something was sent. */
  readonly body: Body | null;
}

export interface HomeListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens for browsers. Throws if no port is free. */
export async function listenAtHome(
  { port, host, tries }: { readonly port: number; readonly host: string; readonly tries: number },
  take: (came: HandedRequest, reply: Reply) => void,
): Promise<HomeListener> {
  const server = serverOf((request, response) => {
    const { method = 'GET', url = '/', headers, socket } = request;
    const hand = (body: Body | null): void => {
      if (!response.closed)
        take({ method, url, headers, address: socket.remoteAddress, body }, new ServerReply(response));
    };
    if (method === 'POST') void readBody(request).then(hand);
    else hand(null);
  }, TIMEOUTS);
  return {
    port: await listen(server, port, host, tries),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
