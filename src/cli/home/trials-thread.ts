import { Worker } from 'node:worker_threads';

import type { HomeGame } from '../../host/game.ts';
import { ownFile } from '../../sandbox/own-file.ts';

interface FromThread {
  /** Sent when one matter was tried, or when all were. */
  readonly tried?: true;
  readonly done?: true;
  readonly warning?: string;
}

const MOST_MEGABYTES = 512;
/** Nobody waits for it, so frequent garbage collection does no harm. */
const YOUNG_MEGABYTES = 3;
const ENTRY = ownFile(new URL('./try-matters.ts', import.meta.url));
/** Results within this time are reported together, because each report takes a tick, for which readers wait. */
const TOGETHER_MS = 1_000;
/** The thread holds a whole engine in memory, so it ends after this long without work. */
const IDLE_MS = 10_000;

/** Tries matters in a separate thread, so that pages and actions never wait for a trial, not even for rules that never return. */
export class TrialsThread {
  #worker: Worker | null = null;
  readonly #warn: (text: string) => void;
  readonly #entry: URL;
  #tried: () => void = () => undefined;
  #isBusy = false;
  #isBroken = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  /** The game, if it has changed meanwhile. */
  #again: HomeGame | null = null;

  constructor(warn: (text: string) => void, entry: URL = ENTRY) {
    this.#warn = warn;
    this.#entry = entry;
  }

  /** Takes trials over from ticks; `tried` is called after some. */
  follow({ trials }: HomeGame, tried: () => void): void {
    trials?.leaveToOthers();
    this.#tried = tried;
  }

  /** Tries the untried matters of a game. */
  wake(game: HomeGame): void {
    if (this.#isBroken || this.#isClosed) return;
    if (this.#isBusy) {
      this.#again = game;
      return;
    }
    this.#isBusy = true;
    clearTimeout(this.#idle);
    const { engine } = game.caches;
    (this.#worker ??= this.#begin()).postMessage({ folder: game.folder, now: game.machineTime(), engine });
  }

  /** Starts no more threads and ignores what earlier ones still report. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#telling);
    await this.#end();
  }

  #begin(): Worker {
    const worker = new Worker(this.#entry, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.on('message', ({ tried, done, warning }: FromThread) => {
      if (this.#isClosed) return;
      if (warning !== undefined) this.#warn(`A matter could not be tried: ${warning}`);
      if (tried === true) this.#telling ??= setTimeout(() => this.#tell(), TOGETHER_MS).unref();
      if (done === true) {
        this.#tell();
        this.#rest();
      }
    });
    worker.on('error', (error: Error) => {
      this.#isBroken = true;
      this.#warn(`Matters are no longer tried: ${error.message}`);
    });
    // Must come after adding listeners, each of which keeps the process alive.
    worker.unref();
    return worker;
  }

  #tell(): void {
    if (this.#telling === undefined) return;
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#tried();
  }

  #rest(): void {
    const next = this.#again;
    this.#isBusy = false;
    this.#again = null;
    if (next !== null) return this.wake(next);
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS);
    this.#idle.unref();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
