import { processorMs } from '#platform/machine.ts';
import { DEFAULT_PATIENCE_MS, type Limits } from './host.ts';

/**
 * On a busy machine a call may take this many times its patience. The rules must not be refused for that, so this
 * only catches a thread that gets no time at all.
 */
const MOST_WAITING = 60;

/**
 * Counts QuickJS's interrupts, one every ten thousand steps, and stops a call at its limit. A single step may do as
 * much work as a built-in can, so a clock is the last resort. It measures the thread's processor time: a busy machine
 * is not the rules' fault.
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

  /** `tell` receives each count. */
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

  count(most: number): void {
    this.polls = 0;
    this.#most = most;
    this.#tell(0);
  }

  startClock(patienceMs: number = this.#work.patienceMs(this.patienceMs)): void {
    this.#deadline = performance.now() + patienceMs;
    this.#patienceMs = patienceMs;
    this.#usedBeforeMs = processorMs();
  }

  /** All clauses of a game are loaded together, and none can be left out. */
  startLoading(): void {
    this.startClock(Math.min(10 * this.patienceMs, 3 * DEFAULT_PATIENCE_MS));
  }

  stopClock(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  get patienceMs(): number {
    return this.#limits.patienceMs ?? DEFAULT_PATIENCE_MS;
  }

  get isLate(): boolean {
    const over = performance.now() - this.#deadline;
    if (over <= 0) return false;
    return over > MOST_WAITING * this.#patienceMs || processorMs() - this.#usedBeforeMs > this.#patienceMs;
  }
}

/** Work done by sandboxes that share caches. */
export class Work {
  /** How often sandboxes were interrupted, once every ten thousand steps: the same on every machine. */
  polls = 0;
  /** How often a game was loaded. */
  games = 0;
  /** The time that displaying the game may wait for one answer. */
  displayMs = DEFAULT_PATIENCE_MS;
  /** Called at each interrupt, or for several, since nothing else on this thread runs until a call has ended. */
  whileRunning: (interrupts: number) => void = () => undefined;
  #mostMs = Infinity;
  #lastPoll = Infinity;

  /** Asks the rules something for display, on which nothing depends. */
  askForDisplay<T>(ask: () => T): T {
    const before = this.#mostMs;
    this.#mostMs = Math.min(before, this.displayMs);
    try {
      return ask();
    } finally {
      this.#mostMs = before;
    }
  }

  /** Tries something in at most about this many interrupts, whatever the limit of each call. */
  within<T>(polls: number, trial: () => T): T {
    const before = this.#lastPoll;
    this.#lastPoll = Math.min(before, this.polls + polls);
    try {
      return trial();
    } finally {
      this.#lastPoll = before;
    }
  }

  /** The most interrupts that a call starting now may take. */
  most(polls: number): number {
    return Math.max(1, Math.min(polls, this.#lastPoll - this.polls));
  }

  /** The most time that a call starting now may take. */
  patienceMs(ms: number): number {
    return Math.min(ms, this.#mostMs);
  }
}
