import type { ServerResponse, IncomingMessage } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** Sends the answer to a request. */
export interface Reply {
  /** True if the reader has gone away. */
  readonly isGone: boolean;
  onLeft(leave: () => void): void;
  send(status: number, headers: Headers, body?: string | Uint8Array): void;
  /** Starts an answer that continues until the reader goes away. */
  begin(status: number, headers: Headers): void;
  write(piece: string): void;
  end(): void;
  /** Closes the connection without an answer. */
  drop(): void;
}

export class ServerReply implements Reply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isGone(): boolean {
    return this.#response.closed;
  }

  onLeft(leave: () => void): void {
    this.#response.on('close', leave);
  }

  send(status: number, headers: Headers, body: string | Uint8Array = ''): void {
    this.#response.writeHead(status, headers).end(body);
  }

  begin(status: number, headers: Headers): void {
    this.#response.writeHead(status, headers).flushHeaders();
  }

  write(piece: string): void {
    this.#response.write(piece);
  }

  end(): void {
    this.#response.end();
  }

  drop(): void {
    this.#response.destroy();
  }
}

export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Answers with a sentence when no page of the game can be shown. */
export function answerPlainly(
  reply: Reply,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  reply.send(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...more }, `${text}\n`);
}

/** The submitted form, or the reason why it can't be accepted. */
export type Body = { readonly text: string } | { readonly wrong: 'type' | 'size' | 'cut' };

/** A field takes 60,000 letters in any script, and a three-byte letter is encoded as nine. */
export const MOST_BYTES = 600_000;

/** Reads the body before the request is queued, so that a slow sender delays nobody. */
export function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return Promise.resolve({ wrong: 'type' });
  return new Promise((done) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= MOST_BYTES) pieces.push(piece);
      // The rest is discarded, so that the sender gets the answer.
      else done({ wrong: 'size' });
    });
    request.on('end', () => done({ text: Buffer.concat(pieces).toString('utf8') }));
    request.on('error', () => done({ wrong: 'cut' }));
  });
}
