import { DEFAULT_PATIENCE_MS } from './host.ts';

/** Work done by sandboxes that share caches. */
export class Work {
  /** How often sandboxes were interrupted, once every ten thousand steps: the same on every machine. */
  polls = 0;
  /** How often a game was loaded. */
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

  /** The most time that a call starting now may take. */
  patienceMs(ms: number): number {
    return Math.min(ms, this.#mostMs);
  }
}
