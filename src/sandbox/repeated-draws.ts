import type { DrawQuestion, SandboxHost } from './host.ts';

/** The draws of the current call as JSON, so that a repeated call gets the same ones. */
export class RepeatedDraws {
  #drawn: string[] = [];
  #at = 0;

  /** Starts a new call. */
  forget(): void {
    this.#drawn = [];
  }

  /** Starts the same call again, with the same draws. */
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
