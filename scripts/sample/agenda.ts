export interface Entry {
  readonly at: string;
  readonly run: () => Promise<void>;
  /** The engine need not look at it at once. */
  readonly waits: boolean;
}

/** What is to be done, and when: earlier things first, and of those at one time the one that was put down first. */
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
