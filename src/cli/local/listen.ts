import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  type ServerOptions,
} from 'node:http';
import { CodedError } from '../../kernel/coded-error.ts';

export const OWN_HOST = '127.0.0.1';

/** Node keeps only the first of these if a header is sent twice, while a proxy may have checked the last. */
const SAID_ONCE = ['authorization', 'content-length', 'content-type', 'host', 'origin', 'x-forwarded-for'];

function saysTwice({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): boolean {
  return SAID_ONCE.some((name) => (headersDistinct[name]?.length ?? 0) > 1);
}

/** Creates a server that refuses requests in which a security-relevant header occurs twice. */
export function serverOf(answer: RequestListener, options: ServerOptions = {}): Server {
  return createServer(options, (request, response) => {
    if (!saysTwice(request)) return answer(request, response);
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end('This request repeats a header that may occur only once.\n');
  });
}

/** Serves JSON to this machine alone. An answer that fails is reported, and replaced by `otherwise`. */
export async function serveJson(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  otherwise: (response: ServerResponse) => void,
  warn: (text: string) => void,
  wanted: number,
) {
  const server = serverOf((request, response) => {
    answer(request, response).catch((error: unknown) => {
      warn(String(error));
      if (!response.headersSent) otherwise(response);
    });
  });
  const port = await listen(server, wanted, OWN_HOST, 1);
  const ended = new Promise<void>((done) => server.once('close', done));
  return { url: `http://${OWN_HOST}:${port}/`, port, ended, close: () => void server.close() };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Listens on this port or one of the next, and returns its number. */
export async function listen(server: Server, port: number, host: string, tries: number): Promise<number> {
  for (let offset = 0; offset < (port === 0 ? 1 : tries); offset++) {
    const taken = await new Promise<boolean>((done, failed) => {
      const onError = (error: NodeJS.ErrnoException): void => {
        if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(true);
        else failed(notThere(error, host));
      };
      server.once('error', onError).listen(port + offset, host, () => {
        server.off('error', onError);
        done(false);
      });
    });
    const address = server.address();
    if (!taken && typeof address === 'object' && address !== null) return address.port;
  }
  throw portTaken(port, tries);
}

/** Resolves on Ctrl+C, when the terminal is closed, or on a service manager's signal. */
export function untilStopped(): Promise<'stop'> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done('stop'));
  });
}

function portTaken(port: number, tries: number): Error {
  const what =
    tries === 1 ? `The port ${port} is taken` : `The ports ${port} to ${port + tries - 1} are all taken`;
  const next = `Name a free one, such as --port ${port === 8080 ? 8090 : 8080}.`;
  return new CodedError('port-taken', `${what}.`, { next });
}

function notThere(error: NodeJS.ErrnoException, host: string): Error {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'ENOTFOUND') return error;
  return new CodedError('no-such-host', `${host} is not an address of this machine.`, {
    next: 'Name one that it has, or 0.0.0.0 for all of them.',
  });
}

/** The body of a request; null if it is longer than allowed. */
export async function readRequestBytes(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
