/** The pauses before Git's second and third try. */
const PAUSES_MS = [1000, 4000] as const;
/** The most time that all failures of one tick may take, including pauses. */
const TICK_MS = 60_000;

/** Tries Git commands up to three times, until failures have taken a minute of the tick. */
export class Patience {
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #clock: () => number;
  readonly #tickMs: number;
  #spentMs = 0;
  #lastFailure: unknown = null;

  constructor(
    pause: (ms: number) => Promise<unknown>,
    { tickMs = TICK_MS, clock = () => performance.now() } = {},
  ) {
    this.#pause = pause;
    this.#clock = clock;
    this.#tickMs = tickMs;
  }

  startTick(): void {
    this.#spentMs = 0;
  }

  /**
   * `run` receives the time that it may take. After that minute it fails as the last command did, without being tried; what a tick
   * can't end without, such as a push, is still tried, for a second.
   */
  async tryAgain<T>(
    run: (leftMs: number) => Promise<T>,
    isFinal: (cause: unknown) => boolean,
    { isNeeded = false } = {},
  ): Promise<T> {
    if (this.#leftMs <= 0 && !isNeeded) throw this.#lastFailure;
    for (let tries = 0; ; tries++) {
      const begun = this.#clock();
      try {
        return await run(
          this.#spentMs === 0 ? Infinity : Math.max(Math.ceil(this.#leftMs), isNeeded ? 1000 : 1),
        );
      } catch (cause) {
        this.#spentMs += this.#clock() - begun;
        this.#lastFailure = cause;
        const pause = PAUSES_MS[tries];
        if (pause === undefined || isFinal(cause) || this.#leftMs <= pause) throw cause;
        await this.#pause(pause);
        this.#spentMs += pause;
      }
    }
  }

  get #leftMs(): number {
    return this.#tickMs - this.#spentMs;
  }
}
