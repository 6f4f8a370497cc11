export interface BoundedCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  entries(): Iterable<readonly [string, T]>;
}

/** Keeps the most recently used values, up to a number of bytes. A single value may take at most a quarter of them. */
export function boundedCache<T>(mostBytes: number, bytesOf: (value: T) => number): BoundedCache<T> {
  const kept = new Map<string, T>();
  const overhead = 100;
  let bytes = 0;
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      // A Map keeps the order of insertion. Moving a used key to the end leaves the oldest at the start.
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    entries: () => kept.entries(),
    set(key, value) {
      const cost = bytesOf(value) + overhead;
      if (cost > mostBytes / 4 || kept.has(key)) return;
      kept.set(key, value);
      bytes += cost;
      for (const [oldest, dropped] of kept) {
        if (bytes <= mostBytes) break;
        kept.delete(oldest);
        bytes -= bytesOf(dropped) + overhead;
      }
    },
  };
}
