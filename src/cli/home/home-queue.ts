/** A reader who has waited for so long goes before the next deed, so that many deeds keep nobody from reading. */
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
  #lastWasDeed = false;

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
    const reader = this.#reads[0];
    const isLate = reader !== undefined && performance.now() - reader.since > PATIENT_MS;
    const [first, second] =
      isLate && this.#lastWasDeed ? [this.#reads, this.#deeds] : [this.#deeds, this.#reads];
    const next = first.shift();
    this.#lastWasDeed = (next === undefined ? second : first) === this.#deeds;
    return next ?? second.shift();
  }
}
