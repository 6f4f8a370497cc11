/** Pseudorandom numbers for drawings: the same word gives the same drawing on every machine. */
export class Luck {
  #state: number;

  constructor(word: string) {
    // FNV-1a spreads short words well enough for a start.
    this.#state = Array.from(new TextEncoder().encode(word)).reduce(
      (hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0,
      0x811c9dc5,
    );
  }

  /** Returns a number from 0 up to 1, by Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  yes(chance: number): boolean {
    return this.next() < chance;
  }

  one<T>(options: readonly T[]): T {
    const chosen = options[Math.floor(this.next() * options.length)];
    if (chosen === undefined) throw new RangeError('there is nothing to choose from');
    return chosen;
  }

  shuffled<T>(options: readonly T[]): T[] {
    return options
      .map((option) => [this.next(), option] as const)
      .sort(([a], [b]) => a - b)
      .map(([, option]) => option);
  }
}
