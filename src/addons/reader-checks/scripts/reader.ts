/// <reference lib="dom" />
import type { FromReader, ToReader } from '../messages.ts';
import { say } from '../../../site/scripts/say-here.ts';

/** The worker that checks the game and tries changes. It is started with the first question. */
export class ReaderWorker {
  readonly #address: string;
  #worker: Worker | null = null;
  #hear: (said: FromReader) => void = () => undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /** Sends a question, and calls `hear` with each answer until the next question. */
  ask(question: ToReader, hear: (said: FromReader) => void): void {
    this.#hear = hear;
    this.#worker ??= this.#start();
    this.#worker.postMessage(question);
  }

  #start(): Worker {
    const worker = new Worker(this.#address);
    worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => this.#hear(data));
    worker.addEventListener('error', ({ message }) =>
      this.#hear({ is: 'failed', why: message || say`it could not be loaded` }),
    );
    return worker;
  }

  /** Rules that never return can only be stopped together with their worker. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
