import { Worker } from 'node:worker_threads';

import type { HomeGame } from '../../host/game.ts';
import { ownFile } from '../../sandbox/own-file.ts';

interface Told {
  /** A matter was tried; all that waited were. */
  readonly tried?: true;
  readonly done?: true;
  readonly warning?: string;
}

const MOST_MEGABYTES = 512;
const ENTRY = ownFile(new URL('./try-matters.ts', import.meta.url));

/** Has matters tried in a thread of its own: pages and deeds wait for none of it, not even for rules that never come back. */
export class TrialsThread {
  readonly #worker = new Worker(ENTRY, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } });
  #tried: () => void = () => undefined;
  #isBusy = false;
  /** The game in which something has happened meanwhile. */
  #again: HomeGame | null = null;

  constructor(warn: (text: string) => void) {
    this.#worker.unref();
    this.#worker.on('message', ({ tried, done, warning }: Told) => {
      if (warning !== undefined) warn(`A matter could not be tried: ${warning}`);
      if (tried === true) this.#tried();
      if (done !== true) return;
      const next = this.#again;
      this.#isBusy = false;
      this.#again = null;
      if (next !== null) this.wake(next);
    });
    this.#worker.on('error', (error: Error) => warn(`Matters are not tried any more: ${error.message}`));
  }

  /** Is told of each matter that was tried. */
  follow(tried: () => void): void {
    this.#tried = tried;
  }

  /** Looks for matters of a game that nobody has tried. */
  wake(game: HomeGame): void {
    game.trials?.leaveToOthers();
    if (this.#isBusy) {
      this.#again = game;
      return;
    }
    this.#isBusy = true;
    const { engine } = game.caches;
    this.#worker.postMessage({ folder: game.folder, now: game.now(), engine });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
