import { CodedError } from '../../kernel/coded-error.ts';

const WINDOW_MS = 60_000;

/** Limits how often a program uses a seat per minute, so that it can't hold up the game. */
export class SeatPace {
  readonly #most: number;
  readonly #clock: () => number;
  readonly #used = new Map<string, number[]>();

  constructor(most = 60, clock: () => number = () => performance.now()) {
    this.#most = most;
    this.#clock = clock;
  }

  take(who: string): void {
    const now = this.#clock();
    const used = (this.#used.get(who) ?? []).filter((at) => now - at < WINDOW_MS);
    const [first] = used;
    if (first !== undefined && used.length >= this.#most)
      throw new CodedError('too-often', `Only ${this.#most} calls in a minute are answered.`, {
        next: `Wait ${Math.ceil((first + WINDOW_MS - now) / 1000)} s.`,
      });
    this.#used.set(who, [...used, now]);
  }
}
