import { later, type Timer } from '#platform/turns.ts';
import type { HomeGame } from '../../host/game.ts';
import type { Coming } from '../../kernel/times.ts';
import { withPosition } from '../../seat/read-table.ts';
import { askRules } from '../../session/ask/call-guard.ts';
import { dueFrom } from '../../wording/health.ts';
import type { HomeQueue } from './home-queue.ts';

/** Each change moves what is due next, and several often come together. */
const SETTLED_MS = 1_000;
/** Rules need not say when a matter can pass, so the game is asked at least this often while something is pending. */
const MOST_MS = 10 * 60_000;

/** Ticks a served game when something becomes due, so that it happens even if nobody acts or looks. */
export class TickWhenDue {
  readonly #game: HomeGame;
  readonly #queue: HomeQueue;
  readonly #done: () => void;
  #timer: Timer | undefined;
  #isClosed = false;

  /** `done` is called after a tick that changed the game. */
  constructor(game: HomeGame, queue: HomeQueue, done: () => void) {
    this.#game = game;
    this.#queue = queue;
    this.#done = done;
  }

  /** Called after every change. */
  again(): void {
    this.#wait('due');
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(from: 'due' | 'later'): void {
    this.#after(SETTLED_MS, () => void this.#queue.read(() => this.#arm(from)));
  }

  async #arm(from: 'due' | 'later'): Promise<void> {
    const ms = await msToNext(this.#game, from);
    if (ms !== null) this.#tickAfter(ms);
  }

  #tickAfter(ms: number): void {
    this.#after(ms, () => void this.#queue.act(() => this.#tick()));
  }

  async #tick(): Promise<void> {
    // A tick that fails, for example because the disk is full, is tried again.
    this.#tickAfter(MOST_MS);
    const { commits } = await this.#game.tick();
    if (commits.length > 0) this.#done();
    // A matter that is due and didn’t pass waits for somebody.
    else this.#wait('later');
  }

  #after(ms: number, run: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = later(run, ms);
  }
}

/** The time until something is due, perhaps none; null if nothing is pending. */
async function msToNext(game: HomeGame, from: 'due' | 'later'): Promise<number | null> {
  return withPosition(game, ({ open: { play } }) => {
    const now = game.now();
    const ask = askRules(play, now);
    const pending = Object.values(play.state().posts).filter(({ status }) => status === 'pending');
    const dues = pending.map(({ id }) => dueFrom(id, {}, ask));
    const coming = ask('coming');
    const acts = Array.isArray(coming) ? (coming as readonly Coming[]) : [];
    const times = [
      ...dues.flatMap(({ enactFrom, failFrom }) => [enactFrom, failFrom]),
      ...acts.map(({ at }) => at),
    ].filter((time): time is string => time !== null && (from === 'due' || time > now));
    const waits = times.map((time) => Math.max(0, Date.parse(time) - Date.parse(now)));
    return waits.length === 0 && pending.length === 0 ? null : Math.min(MOST_MS, ...waits);
  });
}
