interface Waiting {
  readonly run: () => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly done: () => void;
}

/** One thing after another: each looks at the game as the one before left it. Deeds go before those who only read. */
export class Turns {
  readonly #failed: (error: unknown) => void;
  readonly #deeds: Waiting[] = [];
  readonly #reads: Waiting[] = [];
  #running = false;

  constructor(warn: (text: string) => void) {
    this.#failed = (error) => warn(error instanceof Error ? error.message : String(error));
  }

  deed(run: () => Promise<void>, failed = this.#failed): Promise<void> {
    return this.#wait(this.#deeds, run, failed);
  }

  read(run: () => Promise<void>, failed = this.#failed): Promise<void> {
    return this.#wait(this.#reads, run, failed);
  }

  #wait(line: Waiting[], run: Waiting['run'], failed: Waiting['failed']): Promise<void> {
    return new Promise((done) => {
      line.push({ run, failed, done });
      if (!this.#running) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#running = true;
    for (;;) {
      const next = this.#deeds.shift() ?? this.#reads.shift();
      if (next === undefined) break;
      await next.run().catch(next.failed).catch(this.#failed);
      next.done();
    }
    this.#running = false;
  }
}
