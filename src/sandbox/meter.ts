import { DEFAULT_PATIENCE_MS, type Limits } from './host.ts';
import type { Work } from './work.ts';

/**
 * A busy machine may give a thread so little time that a call takes this many times its patience. Rules must not be
 * refused for that, so the bound is only for a thread that gets no time at all.
 */
const MOST_WAITING = 60;

/**
 * Counts how often QuickJS stops to be counted in a call, which it does every ten thousand steps, and says when it must go no
 * further. A step may be as large as what one built-in works through, so steps alone don't say how long a call takes: as the
 * last resort there is a clock. It counts the time that the thread has really had: a busy machine is no fault of the rules.
 */
export class Meter {
  polls = 0;
  #most: number;
  readonly #limits: Limits;
  readonly #work: Work;
  readonly #tell: (polls: number) => void;
  #deadline = Number.POSITIVE_INFINITY;
  #patienceMs = 0;
  #usedBeforeMs = 0;

  /** `tell` hears of each count. */
  constructor(limits: Limits, work: Work, tell: (polls: number) => void = () => undefined) {
    this.#work = work;
    this.#tell = tell;
    this.#limits = limits;
    this.#most = limits.polls;
  }

  /** QuickJS calls this each time it stops. */
  readonly mustStop = (): boolean => {
    this.#work.polls += 1;
    this.#tell(++this.polls);
    return this.polls > this.#most || this.isLate;
  };

  /** From now on, no more than so many. */
  count(most: number): void {
    this.polls = 0;
    this.#most = most;
    this.#tell(0);
  }

  startClock(patienceMs: number = this.#work.patienceMs(this.patienceMs)): void {
    this.#deadline = performance.now() + patienceMs;
    this.#patienceMs = patienceMs;
    this.#usedBeforeMs = usedMs();
  }

  /** All clauses of a game are loaded at once, and there is nothing in it that could be left out. */
  startLoading(): void {
    this.startClock(Math.min(10 * this.patienceMs, 3 * DEFAULT_PATIENCE_MS));
  }

  stopClock(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  get patienceMs(): number {
    return this.#limits.patienceMs ?? DEFAULT_PATIENCE_MS;
  }

  /** The time that the current call may take. */
  get allowedMs(): number {
    return this.#patienceMs;
  }

  get isLate(): boolean {
    const over = performance.now() - this.#deadline;
    if (over <= 0) return false;
    return over > MOST_WAITING * this.#patienceMs || usedMs() - this.#usedBeforeMs > this.#patienceMs;
  }
}

/** The processor time of this thread so far; of the whole process where Node can't tell. */
function usedMs(): number {
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}
