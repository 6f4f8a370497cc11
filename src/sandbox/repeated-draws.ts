import type { DrawQuestion, SandboxHost } from './host.ts';

/** The draws of the call under way, as JSON: where the call is made again it is given the same. */
export class RepeatedDraws {
  #drawn: string[] = [];
  #at = 0;

  /** Another call. */
  forget(): void {
    this.#drawn = [];
  }

  /** The same call, from its beginning. */
  rewind(): void {
    this.#at = 0;
  }

  next(host: SandboxHost, question: string): string {
    const answer = this.#drawn[this.#at] ?? draw(host, question);
    this.#drawn[this.#at++] = answer;
    return answer;
  }
}

function draw(host: SandboxHost, question: string): string {
  return JSON.stringify(host.draw(JSON.parse(question) as DrawQuestion));
}
