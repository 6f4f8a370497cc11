/** Open pages wait no longer than this for the pages of others. */
const MOST_MS = 500;

/**
 * While pages are being made, an open page that updates itself is shown what those show, and a later state is owed to it. In a lively
 * game the thread that makes pages would otherwise be busy with each state of the game, and hardly get to a page.
 */
export class OwedLook {
  readonly #now: () => number;
  readonly #pay: () => void;
  #making = 0;
  #since: number | null = null;
  #latest: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  /** `pay` tells open pages to ask again. */
  constructor(pay: () => void, now = (): number => performance.now()) {
    this.#pay = pay;
    this.#now = now;
  }

  /** Whether a look may be put off now; if so it is owed. */
  putOff(): boolean {
    if (this.#making === 0) return false;
    this.#since ??= this.#now();
    if (this.#now() - this.#since >= MOST_MS) return false;
    this.#latest ??= setTimeout(() => {
      this.#latest = undefined;
      this.#payNow();
    }, MOST_MS).unref();
    return true;
  }

  /** The game was looked at: nothing is owed any more. */
  settle(): void {
    clearTimeout(this.#latest);
    this.#latest = undefined;
    this.#since = null;
  }

  /** While a page is made, others are put off. */
  async during<T>(make: () => Promise<T>): Promise<T> {
    this.#making += 1;
    try {
      return await make();
    } finally {
      this.#making -= 1;
      if (this.#making === 0) this.#payNow();
    }
  }

  /** Once no page is being made; after a while in any case. */
  async idle(): Promise<void> {
    if (this.#making === 0) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, MOST_MS);
      this.#waiting.push(() => {
        clearTimeout(timer);
        done();
      });
    });
  }

  #payNow(): void {
    for (const go of this.#waiting.splice(0)) go();
    if (this.#since !== null) this.#pay();
  }
}
