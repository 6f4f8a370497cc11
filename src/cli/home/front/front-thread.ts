import { Worker } from 'node:worker_threads';

import { CodedError } from '../../../kernel/coded-error.ts';
import { ownFile } from '../../../sandbox/own-file.ts';
import type { SeatView } from '../../../seat/doors/view.ts';
import { handedOver } from '../../../seat/handed-over.ts';
import type { HandedRequest, FromFront, FrontOptions, ListenFailure, ToFront } from './messages.ts';
import { Reply } from './reply.ts';

const MOST_MEGABYTES = 128;
const ENTRY = ownFile(new URL('./main.ts', import.meta.url));

/**
 * Listens for browsers in a thread of its own, which answers readers by itself while rules keep this thread from it. Everything that
 * is done, and every form, is still answered here.
 */
export class FrontThread {
  readonly #worker: Worker;
  readonly #open = new Map<number, Reply>();
  readonly #ended: Promise<void>;

  /** Returns the port too. Throws if it can listen on none. */
  static async listen(
    options: FrontOptions,
    take: (came: HandedRequest, reply: Reply) => void,
  ): Promise<{ readonly front: FrontThread; readonly port: number }> {
    const front = new FrontThread(options, take);
    const told = await new Promise<{ listening: number } | { failed: ListenFailure }>((done, failed) => {
      front.#worker.once('error', failed);
      front.#worker.on('message', (message: FromFront) => {
        if ('listening' in message || 'failed' in message) done(message);
      });
    });
    if ('listening' in told) return { front, port: told.listening };
    const { code, message, next } = told.failed;
    await front.#worker.terminate();
    throw new CodedError(code, message, { next });
  }

  private constructor(options: FrontOptions, take: (came: HandedRequest, reply: Reply) => void) {
    this.#worker = new Worker(ENTRY, {
      workerData: options,
      transferList: [options.pages],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    this.#ended = new Promise((done) => this.#worker.once('exit', () => done()));
    this.#worker.on('message', (message: FromFront) => {
      if ('came' in message) this.#take(message.came, take);
      else if ('gone' in message) {
        this.#open.get(message.gone)?.leave();
        this.#open.delete(message.gone);
      }
    });
  }

  /** The page for readers who have asked for none yet, while the game can't answer. */
  standBy(standby: SeatView | null): void {
    this.#tell({ standby });
  }

  async close(): Promise<void> {
    this.#tell({ close: true });
    await this.#ended;
  }

  #take(came: HandedRequest, take: (came: HandedRequest, reply: Reply) => void): void {
    const reply = new Reply(came.id, (message) => this.#tell(message));
    this.#open.set(came.id, reply);
    take(came, reply);
  }

  #tell(message: ToFront): void {
    this.#worker.postMessage(message, 'body' in message ? handedOver(message.body) : []);
    if ('end' in message || ('body' in message && message.body !== null)) this.#open.delete(message.id);
  }
}
