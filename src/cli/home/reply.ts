import type { ServerResponse } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

export class Reply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** True if nobody waits for it any more. */
  get isGone(): boolean {
    return this.#response.closed;
  }

  onLeft(leave: () => void): void {
    this.#response.on('close', leave);
  }

  send(status: number, headers: Headers, body: string | Uint8Array = ''): void {
    this.#response.writeHead(status, headers).end(body);
  }

  /** Begins an answer that goes on for as long as somebody listens. */
  begin(status: number, headers: Headers): void {
    this.#response.writeHead(status, headers).flushHeaders();
  }

  write(piece: string): void {
    this.#response.write(piece);
  }

  end(): void {
    this.#response.end();
  }

  /** Ends the connection, since there is no answer. */
  drop(): void {
    this.#response.destroy();
  }
}
