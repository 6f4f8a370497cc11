import type { Runtime } from './runtime.ts';

/**
 * An answer that is asked for several times with nothing done in between. It is worked out once if it hangs on nothing in the game, rolls
 * no dice and changes nothing: then it would be the same each time. Any other is worked out anew.
 */
export class Steady<T> {
  readonly #runtime: Runtime;
  readonly #ask: () => T;
  /** Null while it has not been worked out, and where it would have to be worked out anew. */
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
