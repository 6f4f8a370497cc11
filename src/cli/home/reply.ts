import type { ServerResponse } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** The way back to whoever asked. */
export interface Reply {
  /** True if nobody waits for it any more. */
  readonly isGone: boolean;
  onLeft(leave: () => void): void;
  send(status: number, headers: Headers, body?: string | Uint8Array): void;
  /** Begins an answer that goes on for as long as somebody listens. */
  begin(status: number, headers: Headers): void;
  write(piece: string): void;
  end(): void;
  /** Ends the connection, since there is no answer. */
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
