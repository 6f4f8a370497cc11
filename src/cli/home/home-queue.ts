/**
 * Once a reader has waited for so long all who wait go before the next deed, so that many deeds keep nobody from reading. They go
 * together, since one look at the game serves them all.
 */
const PATIENT_MS = 1_000;

interface Waiting {
  readonly since: number;
  readonly run: () => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly done: () => void;
}

/** One thing after another: each looks at the game as the one before left it. Deeds go before those who only read. */
export class HomeQueue {
  readonly #failed: (error: unknown) => void;
  readonly #deeds: Waiting[] = [];
  readonly #reads: Waiting[] = [];
  #running = false;
  /** All readers who waited when one of them was late, and then all deeds: so many of them are left. */
  #isReading = false;
  #left = 0;

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
    if (this.#left === 0) return this.#deeds.shift() ?? this.#reads.shift();
    const next = (this.#isReading ? this.#reads : this.#deeds).shift();
    this.#left -= 1;
    // Readers who were late have had their turn, and the deeds that waited meanwhile have theirs.
    if (this.#isReading && this.#left === 0) this.#begin(false);
    return next;
  }

  #begin(isReading: boolean): void {
    this.#isReading = isReading;
    this.#left = (isReading ? this.#reads : this.#deeds).length;
  }

  #isLate(): boolean {
    const [reader] = this.#reads;
    return reader !== undefined && performance.now() - reader.since > PATIENT_MS;
  }
}
