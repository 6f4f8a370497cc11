/**
 * Once a reader has waited this long, all waiting readers go before the next action, so that many actions can't starve
 * them. They go together, since one reading of the game serves them all.
 */
const PATIENT_MS = 1_000;

interface Waiting {
  readonly since: number;
  readonly run: () => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly done: () => void;
}

/** Runs one thing at a time, each seeing the game as the one before left it. Actions go before readers. */
export class HomeQueue {
  readonly #failed: (error: unknown) => void;
  readonly #actions: Waiting[] = [];
  readonly #reads: Waiting[] = [];
  #running = false;
  /** When a reader is late, first all waiting readers run and then all waiting actions; this counts the rest of the batch. */
  #isReading = false;
  #left = 0;

  constructor(warn: (text: string) => void) {
    this.#failed = (error) => warn(error instanceof Error ? error.message : String(error));
  }

  act(run: () => Promise<void>, failed = this.#failed): Promise<void> {
    return this.#wait(this.#actions, run, failed);
  }

  read(run: () => Promise<void>, failed = this.#failed): Promise<void> {
    return this.#wait(this.#reads, run, failed);
  }

  #wait(line: Waiting[], run: Waiting['run'], failed: Waiting['failed']): Promise<void> {
    return new Promise((done) => {
      line.push({ since: performance.now(), run, failed, done });
      if (!this.#running) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#running = true;
    for (;;) {
      const next = this.#next();
      if (next === undefined) break;
      await next.run().catch(next.failed).catch(this.#failed);
      next.done();
    }
    this.#running = false;
  }

  #next(): Waiting | undefined {
    if (this.#left === 0 && this.#isLate()) this.#begin(true);
    if (this.#left === 0) return this.#actions.shift() ?? this.#reads.shift();
    const next = (this.#isReading ? this.#reads : this.#actions).shift();
    this.#left -= 1;
    // The late readers are done, so the waiting actions follow.
    if (this.#isReading && this.#left === 0) this.#begin(false);
    return next;
  }

  #begin(isReading: boolean): void {
    this.#isReading = isReading;
    this.#left = (isReading ? this.#reads : this.#actions).length;
  }

  #isLate(): boolean {
    const [reader] = this.#reads;
    return reader !== undefined && performance.now() - reader.since > PATIENT_MS;
  }
}
