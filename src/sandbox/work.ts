import { DEFAULT_PATIENCE_MS } from './host.ts';

/** The work of sandboxes that share their caches. */
export class Work {
  /** A count of the stops of sandboxes, one every ten thousand steps: the same on every machine. */
  polls = 0;
  /** The number of times that a game was loaded into one. */
  games = 0;
  /** A look at the game waits this long for one answer. */
  lookMs = DEFAULT_PATIENCE_MS;
  #mostMs = Infinity;

  /** Asks the rules something for a look at the game, on which nothing depends. */
  look<T>(ask: () => T): T {
    const before = this.#mostMs;
    this.#mostMs = Math.min(before, this.lookMs);
    try {
      return ask();
    } finally {
      this.#mostMs = before;
    }
  }

  /** The longest that a call which begins now may take. */
  patienceMs(ms: number): number {
    return Math.min(ms, this.#mostMs);
  }
}
