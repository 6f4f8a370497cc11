import { pause } from '#platform/turns.ts';
import {
  BeaconError,
  firstRoundAfter,
  sourceOfRound,
  timeOfRound,
  type Beacon,
  type BeaconRound,
} from './beacon.ts';
import type { DrawSource } from './source.ts';

export interface RoundsOptions {
  readonly beacon: Beacon;
  /** Milliseconds by the machine's clock; tests pass their own. */
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** A round that is due appears within its period; longer waits are left to a later tick. */
const longestWaitMs = 15_000;
const margin = 1_000;

/** Rounds for rolls. A decision never waits: it notes the rounds it lacks, they are fetched, and it is made again. */
export class BeaconRounds {
  readonly #beacon: Beacon;
  readonly #clock: () => number;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #rounds = new Map<number, BeaconRound>();
  readonly #missing = new Set<number>();

  constructor({ beacon, clock = () => Date.now(), sleep = (ms) => pause(ms) }: RoundsOptions) {
    this.#beacon = beacon;
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** Null if the round has to be fetched first. */
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

  /** Fetches the rounds that were missing. Throws if the beacon can't be reached; nothing was decided then. */
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
      // Verifies the round now rather than in the middle of a decision.
      sourceOfRound(chain, round, value, '');
      this.#rounds.set(round, value);
      this.#missing.delete(round);
    }
  }
}
