import { setTimeout as wait } from 'node:timers/promises';

import { ForgeError } from '../forge-error.ts';
import { toTime } from '../../kernel/time.ts';

/** GitHub's documented limits for creating content, over all its interfaces. */
const mostAMinute = 80;
const mostAnHour = 500;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface Pacing {
  writing(count?: number): Promise<void>;
}

/** For a test server. */
export const unpaced: Pacing = { writing: () => Promise.resolve() };

export interface PaceOptions {
  /** The machine's clock, in milliseconds, which tests replace. */
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Keeps a run's writes within these limits. When a minute is full it waits, and when the hour is full it stops and says when it can
 * continue. GitHub refuses if earlier runs used up the hour.
 */
export class Pace implements Pacing {
  readonly #clock: () => number;
  readonly #sleep: (ms: number) => Promise<unknown>;
  /** The times of writes, oldest first. */
  #written: number[] = [];

  constructor({ clock = () => Date.now(), sleep = (ms) => wait(ms) }: PaceOptions = {}) {
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** Called before this many things are written. */
  async writing(count = 1): Promise<void> {
    for (;;) {
      const now = this.#clock();
      this.#written = this.#written.filter((at) => at > now - hourMs);
      const hour = this.#written.at(count - mostAnHour - 1);
      if (this.#written.length + count > mostAnHour && hour !== undefined) throw stopped(hour + hourMs);
      const minute = this.#written.filter((at) => at > now - minuteMs);
      const first = minute.at(minute.length + count - mostAMinute - 1);
      if (minute.length + count <= mostAMinute || first === undefined) {
        this.#written.push(...Array.from({ length: count }, () => now));
        return;
      }
      await this.#sleep(first + minuteMs - now);
    }
  }
}

function stopped(ms: number): ForgeError {
  const until = toTime(ms);
  const message = `GitHub takes ${mostAnHour} new things an hour, and this run made so many; it goes on from ${until}.`;
  return new ForgeError('unavailable', message, { until });
}
