/**
 * Does one thing after another, and of those that are asked for meanwhile only the latest: where a game changes more quickly than it is
 * shown, what lies between is never seen. A caller who asked for a skipped state is answered once a later one is done.
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
