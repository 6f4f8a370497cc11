// The thread that listens for browsers. It never runs rules, so that it can answer whatever they do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';

import { listen } from '../../local/listen.ts';
import { HEADERS } from '../headers.ts';
import type { HandedRequest, FromFront, FrontOptions, ListenFailure, ToFront } from './messages.ts';
import { readBody } from './read-body.ts';
import { StandIn } from './stand-in.ts';

/** A request that a browser sends just as its idle connection is closed would be lost. */
const TIMEOUTS = { requestTimeout: 30_000, connectionsCheckingInterval: 10_000, keepAliveTimeout: 75_000 };
/** A page without forms is asked for again by itself. */
const AGAIN_S = '3';

class Front {
  readonly #main: MessagePort;
  readonly #standIn: StandIn;
  readonly #open = new Map<
    number,
    { readonly request: IncomingMessage; readonly response: ServerResponse }
  >();
  readonly #server = createServer(TIMEOUTS, (request, response) => void this.#take(request, response));
  #asked = 0;

  constructor(main: MessagePort, { busy, pages }: FrontOptions) {
    this.#main = main;
    this.#standIn = new StandIn(busy, pages);
    main.on('message', (told: ToFront) => this.#do(told));
  }

  async listen({ port, host, tries }: FrontOptions): Promise<void> {
    try {
      this.#tell({ listening: await listen(this.#server, port, host, tries) });
    } catch (error) {
      const { code, message, next } = error as Error & Partial<ListenFailure>;
      this.#tell({ failed: { code: code ?? '', message, next } });
    }
  }

  #tell(message: FromFront): void {
    this.#main.postMessage(message);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = (this.#asked += 1);
    this.#open.set(id, { request, response });
    response.on('close', () => this.#leave(id));
    const { method = 'GET', url = '/', headers, socket } = request;
    const came: Omit<HandedRequest, 'body'> = { id, method, url, headers, address: socket.remoteAddress };
    const body = method === 'POST' ? await readBody(request) : null;
    if (!this.#open.has(id)) return;
    this.#tell({ came: { ...came, body } });
    this.#standIn.watch(came, ({ type, bytes }) => {
      if (response.headersSent || !this.#leave(id)) return;
      const again: Record<string, string> = type.startsWith('text/html') ? { refresh: AGAIN_S } : {};
      response.writeHead(200, { ...HEADERS, ...again, 'content-type': type }).end(bytes);
    });
  }

  /** Nobody waits for the main thread's answer any more. */
  #leave(id: number): boolean {
    this.#standIn.forget(id);
    if (!this.#open.delete(id)) return false;
    this.#tell({ gone: id });
    return true;
  }

  #do(told: ToFront): void {
    if ('close' in told) {
      this.#server.close(() => process.exit());
      this.#server.closeAllConnections();
      return;
    }
    if (!('id' in told)) {
      this.#standIn.everybody = told.standby;
      return;
    }
    const { request, response } = this.#open.get(told.id) ?? {};
    if (request === undefined || response === undefined) return;
    if ('head' in told) {
      this.#standIn.forget(told.id);
      this.#standIn.answered(request, told);
      response.writeHead(told.head.status, told.head.headers);
      if (told.body === null) return response.flushHeaders();
      this.#open.delete(told.id);
      response.end(told.body);
    } else if ('piece' in told) response.write(told.piece);
    else {
      this.#open.delete(told.id);
      if (told.end === 'well') response.end();
      else response.destroy();
    }
  }
}

if (parentPort !== null) {
  const options = workerData as FrontOptions;
  void new Front(parentPort, options).listen(options);
}
