import type { HomeGame } from '../../host/game.ts';
import { HomePages, type PagesOptions } from './home-pages.ts';
import { PageThread, type PageMaking } from './page-thread.ts';

/** How many copies keep their pages ready, since each needs a thread. */
const MOST_COPIES = 3;

/** The game, and the copies of it as it stood earlier. Each browser views one of them, without affecting others. */
export class Tables {
  readonly main: HomePages;
  /** Keyed by folder. */
  readonly games = new Map<string, HomeGame>();
  readonly #copies = new Map<string, HomePages>();
  readonly #options: PagesOptions;

  constructor(game: HomeGame, pages: PageMaking, { happened, ...options }: PagesOptions) {
    this.#options = options;
    this.games.set(game.folder, game);
    this.main = new HomePages(game, pages, { ...options, happened });
  }

  /** The folder for the session of a browser that will view this game; null for the game itself. */
  placeAt(game: HomeGame): string | null {
    if (game.folder === this.main.game.folder) return null;
    this.games.set(game.folder, game);
    return game.folder;
  }

  /** The pages of the copy in this folder, or of the game itself if there is none. */
  at(folder: string | null): HomePages {
    const game = this.games.get(folder ?? '');
    if (folder === null || game === undefined) return this.main;
    const copy = this.#copies.get(game.folder) ?? new HomePages(game, new PageThread(), this.#options);
    // Moved to the end, as the most recently used.
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
