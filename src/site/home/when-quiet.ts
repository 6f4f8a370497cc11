/**
 * Runs long jobs one after another, of which only the latest matters. A job starts after a quiet time, or as
 * soon as somebody waits for it.
 */
export class WhenQuiet<T> {
  readonly #quietMs: number;
  readonly #run: (what: T) => Promise<void>;
  readonly #fail: (error: unknown) => void;
  #due: { readonly what: T } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(quietMs: number, run: (what: T) => Promise<void>, fail: (error: unknown) => void) {
    this.#quietMs = quietMs;
    this.#run = run;
    this.#fail = fail;
  }

  later(what: T): void {
    clearTimeout(this.#timer);
    this.#due = { what };
    this.#timer = setTimeout(() => this.now(), this.#quietMs);
  }

  now(): void {
    clearTimeout(this.#timer);
    const due = this.#due;
    this.#due = null;
    if (due === null) return;
    this.#running = this.#running.then(() => this.#run(due.what)).catch(this.#fail);
  }
}

/**
 * Runs one job after another, and skips all but the latest of those requested meanwhile: if a game changes faster than it is
 * shown, nobody sees the states in between. A caller who asked for a skipped state is answered once a later one is done.
 */
export class LatestOnly<T> {
  readonly #do: (asked: T) => Promise<void>;
  #asked = 0;
  #done = 0;
  #newest: Promise<void> = Promise.resolve();

  constructor(run: (asked: T) => Promise<void>) {
    this.#do = run;
  }

  async ask(what: T): Promise<void> {
    const n = (this.#asked += 1);
    const turn = this.#after(this.#newest, n, what);
    this.#newest = turn;
    await turn;
    while (this.#done < n) await this.#newest;
  }

  async #after(before: Promise<void>, n: number, what: T): Promise<void> {
    await before.catch(() => undefined);
    if (n !== this.#asked) return;
    await this.#do(what);
    this.#done = n;
  }
}
