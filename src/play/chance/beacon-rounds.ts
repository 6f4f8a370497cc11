import { setTimeout as wait } from 'node:timers/promises';

import { BeaconError } from './beacon-error.ts';
import { firstRoundAfter, sourceOfRound, timeOfRound, type Beacon, type BeaconRound } from './beacon.ts';
import type { DrawSource } from './source.ts';

export interface RoundsOptions {
  readonly beacon: Beacon;
  /** The machine's clock, in milliseconds; tests give their own. */
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** A round that is due at once comes within its period; what takes longer is for a later tick. */
const longestWaitMs = 15_000;
const margin = 1_000;

/**
 * The rounds that decide what is rolled. Deciding waits for nothing: where it needs a round that is not here it says
 * so and goes on; the round is fetched, and then it is decided again.
 */
export class BeaconRounds {
  readonly #beacon: Beacon;
  readonly #clock: () => number;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #rounds = new Map<number, BeaconRound>();
  readonly #missing = new Set<number>();

  constructor({ beacon, clock = () => Date.now(), sleep = (ms) => wait(ms) }: RoundsOptions) {
    this.#beacon = beacon;
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** The draws of an action that was posted at a time, or null where its round has to be fetched first. */
  sourceFor(postedAt: string, purpose: string): DrawSource | null {
    const { chain } = this.#beacon;
    const round = firstRoundAfter(chain, postedAt);
    const value = this.#rounds.get(round);
    if (value !== undefined) return sourceOfRound(chain, round, value, purpose);
    this.#missing.add(round);
    return null;
  }

  get isMissing(): boolean {
    return this.#missing.size > 0;
  }

  /** Fetches what was asked for and not here. Throws where the beacon can't be had: then nothing was decided. */
  async fetchMissing(): Promise<void> {
    const { chain } = this.#beacon;
    for (const round of [...this.#missing].toSorted((a, b) => a - b)) {
      const ms = Date.parse(timeOfRound(chain, round)) + margin - this.#clock();
      if (ms > longestWaitMs)
        throw new BeaconError(
          'not-yet',
          `round ${round} of the beacon comes at ${timeOfRound(chain, round)}`,
        );
      if (ms > 0) await this.#sleep(ms);
      const value = await this.#beacon.round(round);
      // Whether it is the beacon's own is found out now, and not half-way through a decision.
      sourceOfRound(chain, round, value, '');
      this.#rounds.set(round, value);
      this.#missing.delete(round);
    }
  }
}
