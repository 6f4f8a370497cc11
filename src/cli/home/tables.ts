import type { HomeGame } from '../../host/game.ts';
import { HomePages, type PagesOptions } from './home-pages.ts';
import { PageThread } from './page-thread.ts';

/** So many copies have pages ready at once: each has a thread of its own. */
const MOST_COPIES = 3;

/** The game, and the copies of it that somebody went back to: each browser sits at one of them, and moves nobody else. */
export class Tables {
  /** The pages of the game itself. */
  readonly main: HomePages;
  /** By their folders. */
  readonly games = new Map<string, HomeGame>();
  readonly #copies = new Map<string, HomePages>();
  readonly #options: PagesOptions;

  constructor(game: HomeGame, pages: PageThread, { happened, ...options }: PagesOptions) {
    this.#options = options;
    this.games.set(game.folder, game);
    this.main = new HomePages(game, pages, { ...options, happened });
  }

  /** Where a browser sits that plays this game from now on: the folder of a copy, or null. */
  placeAt(game: HomeGame): string | null {
    if (game.folder === this.main.game.folder) return null;
    this.games.set(game.folder, game);
    return game.folder;
  }

  /** The pages of the game in this folder; the game itself where there is none. */
  at(folder: string | null): HomePages {
    const game = this.games.get(folder ?? '');
    if (folder === null || game === undefined) return this.main;
    const copy = this.#copies.get(game.folder) ?? new HomePages(game, new PageThread(), this.#options);
    // The one that was asked for last goes last.
    this.#copies.delete(game.folder);
    this.#copies.set(game.folder, copy);
    const [oldest] = this.#copies;
    if (this.#copies.size > MOST_COPIES && oldest !== undefined) {
      this.#copies.delete(oldest[0]);
      void oldest[1].close();
    }
    return copy;
  }

  async close(): Promise<void> {
    await Promise.all([this.main, ...this.#copies.values()].map((one) => one.close()));
  }
}
