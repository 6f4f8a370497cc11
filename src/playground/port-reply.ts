import type { Headers, Reply } from '../cli/home/reply.ts';
import type { Answer } from './messages.ts';

/** Tells an open page to look for itself, since a service worker doesn't live long enough to send it news. */
const ASK_YOURSELF = '\nevent:ask-yourself\ndata:\n\n';

/** Hands an answer back once everything that it reports has been stored. */
export class PortReply implements Reply {
  readonly #answer: (answer: Answer | null) => void;
  readonly isGone = false;

  constructor(answer: (answer: Answer | null) => void) {
    this.#answer = answer;
  }

  onLeft(): void {}

  send(status: number, headers: Headers, body: string | Uint8Array = ''): void {
    this.#answer({ status, headers, body });
  }

  begin(status: number, headers: Headers): void {
    this.#answer({ status, headers, body: ASK_YOURSELF });
  }

  write(): void {}

  end(): void {}

  drop(): void {
    this.#answer(null);
  }
}
