import { setImmediate as turn } from 'node:timers/promises';

/** After this time, other work in the thread gets its turn, such as requested pages. */
const MOST_AT_ONCE_MS = 25;

/** Long work in one thread, part by part. */
export class LongWork {
  #since = performance.now();

  /** To be awaited between two parts. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < MOST_AT_ONCE_MS) return;
    await turn();
    this.#since = performance.now();
  }
}

/** `items.map(make)`, by turns. */
export async function mapByTurns<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const work = new LongWork();
  const made: R[] = [];
  for (const item of items) {
    await work.pause();
    made.push(make(item));
  }
  return made;
}
