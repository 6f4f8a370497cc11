import type { Runtime } from './runtime.ts';

/**
 * An answer needed several times with nothing done in between. It is computed once if it reads nothing of the game, rolls no dice and
 * changes nothing, since it would be the same each time. Otherwise it is computed each time.
 */
export class Steady<T> {
  readonly #runtime: Runtime;
  readonly #ask: () => T;
  /** Null until it is computed, or if it must be computed each time. */
  known: { readonly value: T } | null = null;

  constructor(runtime: Runtime, ask: () => T) {
    this.#runtime = runtime;
    this.#ask = ask;
  }

  get(): T {
    if (this.known !== null) return this.known.value;
    const runtime = this.#runtime;
    const { frame, reads, store } = runtime;
    const { version } = store;
    const draws = frame.draws.length;
    const amendments = frame.amendments.length;
    const own = new Set<string>();
    runtime.reads = own;
    let value: T;
    try {
      value = this.#ask();
    } finally {
      runtime.reads = reads;
    }
    if (reads !== null) for (const fact of own) reads.add(fact);
    const hasActed =
      store.version !== version || frame.draws.length > draws || frame.amendments.length > amendments;
    if (own.size === 0 && !hasActed && frame.trace === null) this.known = { value };
    return value;
  }
}
