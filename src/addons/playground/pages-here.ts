import type { Caches } from '../../cache/caches.ts';
import type { PageMaking } from '../../cli/home/page-thread.ts';
import type { PageAnswer, SeatView } from '../../seat/forms/view.ts';
import { WhenQuiet } from '../../site/home/when-quiet.ts';
import { PageMaker } from '../../site/home/page-maker.ts';
import type { RenderingCode } from '../../site/render/render-pages.ts';
import type { Headers, Reply } from '../../cli/home/reply.ts';
import type { Answer } from './messages.ts';
import { isThere, readText } from '../../platform/web/files.ts';
import { join } from '#platform/paths.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import type { OpenGame } from '../../session/play/open-game.ts';
import { readYamlFile } from '../../ruleset/front-matter.ts';
import { GAME_FILE } from '../../store/paths.ts';

const QUIET_MS = 3_000;

/** All games of a worker share what is shown, so one page is made after another. */
export class PageTurns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(make: () => Promise<T>): Promise<T> {
    const made = this.#last.then(make);
    this.#last = made.catch(() => undefined);
    return made;
  }
}

export interface Lent {
  readonly caches: Caches;
  /** Lends the open game to whoever makes pages. */
  readonly lend: <T>(use: (open: OpenGame | null) => Promise<T>) => Promise<T>;
}

/** Makes pages in the worker that plays, because a browser's page has only one worker. */
export class PagesHere implements PageMaking {
  readonly isHere = true as const;
  readonly #maker: PageMaker;
  readonly #lend: Lent['lend'];
  readonly #turns: PageTurns;
  readonly #past: WhenQuiet<null>;
  #completed = (): void => undefined;

  /** Pages read the same texts as the game, so they share caches, and its sandbox where nothing is private. */
  constructor(code: RenderingCode, { caches, lend }: Lent, turns: PageTurns) {
    this.#maker = new PageMaker(code, caches);
    [this.#lend, this.#turns] = [lend, turns];
    const make = async (): Promise<void> => {
      await this.#turns.take(() => this.#maker.showSomePast());
      this.#completed();
      if (this.#maker.lacksPast) this.#past.later(null);
    };
    this.#past = new WhenQuiet(QUIET_MS, make, () => undefined);
  }

  follow(completed: () => void): void {
    this.#completed = completed;
  }

  async show(wanted: Parameters<PageMaking['show']>[0]): Promise<void> {
    await this.#lend((open) => this.#turns.take(() => this.#maker.show(wanted, open)));
    if (this.#maker.lacksPast) this.#past.later(null);
  }

  page(path: string, view: SeatView): Promise<PageAnswer> {
    if (this.#maker.lacksPast) this.#past.later(null);
    return this.#turns.take(async () => {
      const asked = this.#maker.page(path, view);
      while (this.#maker.isWaitedFor) await this.#maker.showSomePast();
      return asked;
    });
  }

  async close(): Promise<void> {}
}

/** Tells an open page to poll, since a service worker doesn't live long enough to send it news. */
const ASK_YOURSELF = '\nevent:ask-yourself\ndata:\n\n';

/** Hands an answer back once everything that it reports has been stored. */
export class PortReply implements Reply {
  readonly #answer: (answer: Answer | null) => void;
  readonly isGone = false;

  constructor(answer: (answer: Answer | null) => void) {
    this.#answer = answer;
  }

  onLeft(): void {}

  send(status: number, headers: Headers, body: string | Uint8Array = ''): void {
    this.#answer({ status, headers, body });
  }

  begin(status: number, headers: Headers): void {
    this.#answer({ status, headers, body: ASK_YOURSELF });
  }

  write(): void {}

  end(): void {}

  drop(): void {
    this.#answer(null);
  }
}

export interface GameHere {
  readonly name: string;
  readonly core: string;
  /** The dynasty's pack; empty if it has none. */
  readonly pack: string;
}

/** The game in a folder; null if none has begun there. */
export function gameHereIn(folder: string): GameHere | null {
  const file = join(folder, GAME_FILE);
  if (!isThere(file) || !isThere(join(folder, ENGINE_FOLDER, 'forge'))) return null;
  return gameOf(readText(file));
}

export function gameOf(gameFile: string): GameHere {
  const { data: said } = readYamlFile(GAME_FILE, gameFile);
  const textOf = (key: string): string => (typeof said[key] === 'string' ? said[key] : '');
  return { name: textOf('name'), core: textOf('core'), pack: textOf('pack') };
}
