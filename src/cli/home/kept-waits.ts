import type { Waits } from '../../seat/waits.ts';

interface Kept {
  readonly waits: Waits;
  /** The moment of the game that it was computed for. */
  readonly moment: string;
  readonly at: number;
}

/** Of the server's time so much at most goes into these: one part in so many. */
const PART = 5;
/** If computing it for everybody together takes less than this, it is computed at each change. */
const QUICK_MS = 50;
/** The number of people for whom something is kept. */
const MOST = 500;
/** A reader who has not asked for so long is no longer counted. */
const GONE_MS = 60_000;

/**
 * The steps that are expected of each player. To compute them, the rules are asked about every action, which takes long
 * with many players: while the game changes quickly, what was computed for somebody is shown a little longer, and their
 * pages update later. After an action of their own it is computed at once.
 */
export class KeptWaits {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #costMs = 0;
  #later: NodeJS.Timeout | undefined;

  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /** The answer that may still be shown to somebody; null if it has to be computed. `update` is called once newer is due. */
  of(id: string, moment: string, update: () => void): Waits | null {
    const known = this.#kept.get(id);
    if (known === undefined) return null;
    if (known.moment === moment) return known.waits;
    const rest = known.at + this.#patience() - this.#now();
    if (rest <= 0) return null;
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      update();
    }, rest).unref();
    return known.waits;
  }

  keep(id: string, moment: string, compute: () => Waits): Waits {
    const began = this.#now();
    const waits = compute();
    const at = this.#now();
    this.#costMs = this.#costMs === 0 ? at - began : this.#costMs * 0.8 + (at - began) * 0.2;
    this.#kept.delete(id);
    this.#kept.set(id, { waits, moment, at });
    for (const [other, { at: last }] of this.#kept)
      if (this.#kept.size > MOST || at - last > GONE_MS) this.#kept.delete(other);
      else break;
    return waits;
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }

  close(): void {
    clearTimeout(this.#later);
  }

  #patience(): number {
    const all = this.#costMs * this.#kept.size;
    return all <= QUICK_MS ? 0 : all * PART;
  }
}
