/**
 * Work that takes long, of which only the latest counts: it is begun once nothing new has come for a while, or as soon as somebody waits
 * for it. One follows another.
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
