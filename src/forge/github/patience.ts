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

  /** `run` receives the time that it may take. After that minute, each command is still tried once, for a second. */
  async tryAgain<T>(run: (leftMs: number) => Promise<T>, isFinal: (cause: unknown) => boolean): Promise<T> {
    for (let tries = 0; ; tries++) {
      const begun = this.#clock();
      try {
        return await run(this.#spentMs === 0 ? Infinity : Math.max(Math.ceil(this.#leftMs), 1000));
      } catch (cause) {
        this.#spentMs += this.#clock() - begun;
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
