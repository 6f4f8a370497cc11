export interface Entry {
  readonly at: string;
  readonly run: () => Promise<void>;
  /** The engine need not look at it at once. */
  readonly waits: boolean;
}

/** Tasks with their times: earlier ones first, and equal times in the order they were added. */
export class Agenda {
  readonly #entries: (Entry & { readonly n: number })[] = [];
  #count = 0;

  add(at: string, run: () => Promise<void>, waits = false): void {
    this.#entries.push({ at, n: this.#count++, run, waits });
  }

  next(): Entry | null {
    this.#entries.sort((a, b) => (a.at === b.at ? a.n - b.n : a.at < b.at ? -1 : 1));
    return this.#entries.shift() ?? null;
  }
}
