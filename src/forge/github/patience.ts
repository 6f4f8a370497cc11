/** The pauses before Git is asked a second and a third time. */
const PAUSES_MS = [1000, 4000] as const;
/** All failures of one tick together, with the pauses in between, may take this long. */
const TICK_MS = 60_000;

/** A tick’s patience with Git: what fails is tried three times, as long as that has not taken a minute already. */
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

  /** `run` is told how long it may take: once the minute is over, each thing is still tried once, for a second. */
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
