import { contentForPages } from '../../tick/current-content.ts';
import { readStatus, type Status } from '../../tick/read-status.ts';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { IN_ENGLISH, wordingIn, type Wording } from '../../language/wording.ts';
import type { PageAnswer, SeatView } from '../../seat/forms/view.ts';
import { anyPlayer, possibleActions, withPosition, type Possible } from '../../seat/read-table.ts';
import type { Position } from '../../session/position/position.ts';
import { hasUntried } from '../../rehearse/trials.ts';
import { noticeFilesOf } from '../../host/receiver-state.ts';
import { waitsFor, type Waits } from '../../seat/waits.ts';
import { languageOf } from '../../store/read-language.ts';
import { CachedDynasties } from '../../store/dynasties/list-past.ts';
import { areSameFiles, type ContentFiles } from '../../store/paths.ts';
import { readContentIn } from '../../store/content-folder.ts';
import { followChanges, type Following } from '../local/follow-changes.ts';
import { toShow, type PageMaking, PageThread } from './page-thread.ts';
import type { Reply } from './reply.ts';
import type { HomeQueue } from './home-queue.ts';
import { OpenPages } from './open-pages.ts';
import type { Session } from './session.ts';
import type { TrialsThread } from './trials-thread.ts';

export interface PagesOptions {
  readonly warn: (text: string) => void;
  readonly queue: HomeQueue;
  readonly happened?: (() => void) | undefined;
  /** Makes the pages of a copy; by default in another thread. */
  readonly pagesOf?: (game: HomeGame) => PageMaking;
}

/** A game as its pages show it: it is read again when a page is requested after a change. */
export class HomePages {
  readonly game: HomeGame;
  readonly #pages: PageMaking;
  readonly #open: { close(): void };
  readonly #readers = new OpenPages(() => `${this.#version}.${this.#announced}`);
  /** The status at one moment, which is the same for everybody, and answers about each player. */
  #asked: {
    readonly moment: string;
    status: Status | null;
    readonly answers: Map<string, unknown>;
  } | null = null;
  #version = 1;
  /** Counts additions to the pages without a change in the game. */
  #announced = 0;
  #shown = 0;
  /** Results of one reading of the game stay valid until this number changes. */
  #readings = 0;
  #showing: Promise<void> = Promise.resolve();
  readonly #following: Following;

  readonly #happened: () => void;
  readonly #queue: HomeQueue;
  readonly #past = new CachedDynasties();
  #files: ContentFiles = new Map();
  #wording = IN_ENGLISH;

  constructor(game: HomeGame, pages: PageMaking, { warn, queue, happened = () => undefined }: PagesOptions) {
    this.#happened = happened;
    this.#queue = queue;
    this.game = game;
    this.#open = game.keepOpen();
    this.#pages = pages;
    pages.follow(() => this.#tell(), warn);
    this.#following = this.#follow();
  }

  /** The game's language at the last reading. */
  get wording(): Wording {
    return this.#wording;
  }

  /** Notes a change in the game, so that the next page shows it and open pages update. */
  changed(): void {
    this.#version += 1;
    this.#happened();
    this.#tell();
  }

  /** Starts the thread that tries matters if there are any. */
  async tryMatters(thread: TrialsThread): Promise<void> {
    const { game } = this;
    const { trials } = game;
    if (trials === undefined) return;
    if (await withPosition(game, ({ open: { play } }) => hasUntried(trials, play))) thread.wake(game);
  }

  /** Called after a trial, so that the page and the engine's comment show its result. */
  async tellTried(): Promise<void> {
    const { game } = this;
    game.trials?.refresh();
    await game.tick();
    await this.#updateBehind();
  }

  /** Reads the game as it stands, then returns the work that makes the page. Others needn't wait for that work. */
  async pageSoon(path: string, view: SeatView): Promise<() => Promise<PageAnswer>> {
    await this.#update();
    const showing = this.#showing;
    return async () => {
      await showing;
      return this.#pages.page(path, view);
    };
  }

  /** The steps that are expected of somebody. */
  async waitsOf(who: Person | null): Promise<Waits | null> {
    if (who === null) return null;
    return this.#once(`waits ${who.id}`, (position, now, status) => waitsFor(position, now, who, status()));
  }

  /** The actions of the rules, with those that this person, or anybody who plays, can begin. */
  possibleFor(who: Person | null): Promise<readonly Possible[]> {
    return this.#once(`possible ${who?.id ?? ''}`, (position, now) =>
      possibleActions(position, now, who ?? anyPlayer(position, now)),
    );
  }

  /** Asks a question once a minute and reading, since each open page asks after each change. */
  async #once<T>(
    question: string,
    ask: (position: Position, now: string, status: () => Status) => T,
  ): Promise<T> {
    await this.#update();
    const moment = `${this.#readings} ${this.game.now().slice(0, 16)}`;
    const asked = this.#asked?.moment === moment ? this.#asked : { moment, status: null, answers: new Map() };
    this.#asked = asked;
    if (asked.answers.has(question)) return asked.answers.get(question) as T;
    return withPosition(this.game, (position) => {
      const now = this.game.now();
      const answer = ask(position, now, () => (asked.status ??= readStatus(position, now)));
      asked.answers.set(question, answer);
      return answer;
    });
  }

  /** Reads the game before anybody requests a page, so that the first page comes sooner. */
  async warm(): Promise<void> {
    await this.#update();
  }

  /** Settles when pages show the last reading, or have failed to. */
  get shown(): Promise<void> {
    return this.#showing.catch(() => undefined);
  }

  /** Identifies the state that can be shown. */
  get stamp(): string {
    return this.#readers.stamp;
  }

  /** Tells a page about every change while it is open in a browser. */
  tellChanges(reader: Reply, session: Session): void {
    this.#readers.add(reader, session);
    reader.onLeft(() => this.#readers.delete(reader));
  }

  async close(): Promise<void> {
    this.#following.close();
    this.#open.close();
    this.#readers.close();
    await this.#pages.close();
  }

  /** Updates the pages to the game as it stands; false if they are up to date. Requests wait until it is done. */
  async #update(): Promise<boolean> {
    const version = this.#version;
    if (this.#shown === version) return false;
    const files = await this.#read();
    if (!this.#take(files, version)) return false;
    this.#wording = wordingIn(languageOf(files));
    if (this.#pages.isHere === true) await this.shown;
    return true;
  }

  /**
   * Updates the pages after actions by others. Readers see the old pages meanwhile and don't wait. Returns true if
   * there is something new.
   */
  async #updateBehind(): Promise<boolean> {
    const [before, version] = [this.#showing, this.#version];
    const files = this.#shown === version ? await this.#read() : null;
    const isAlone = this.#version === version;
    if (files !== null && isAlone && areSameFiles(files, this.#files)) return false;
    this.#version += 1;
    if (files === null || !isAlone) {
      // Somebody who waits to see their own action will see this as well.
      this.#tell();
      return true;
    }
    this.#take(files);
    const shown = this.#showing;
    this.#showing = before;
    void this.#tellOnce(shown);
    return true;
  }

  /** The next request reports pages that can't be made. */
  async #tellOnce(shown: Promise<void>): Promise<void> {
    const isThere = await shown.then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    this.#wording = wordingIn(languageOf(this.#files));
    this.#tell();
  }

  async #read(): Promise<ContentFiles> {
    const { game } = this;
    const files = await game.content();
    const current = await withPosition(game, (position) => contentForPages(position, files));
    const past = await this.#past.at(game.forge.repository, await game.main());
    // The group's own look comes directly from the folder.
    const own = readContentIn(game.folder);
    const beside = [...(await noticeFilesOf(game.forge)), ...(game.trials?.beside() ?? [])];
    return new Map([...current, ...past, ...own, ...beside]);
  }

  /** Gives these files to the pages as `version`; false if they show them already. */
  #take(files: ContentFiles, version = this.#version): boolean {
    this.#shown = version;
    if (areSameFiles(files, this.#files)) return false;
    this.#files = files;
    this.#readings += 1;
    this.#showing = this.#pages.show(toShow(this.game, files));
    // The next request reports the failure.
    this.#showing.catch(() => this.#forgetShown());
    return true;
  }

  #forgetShown(): void {
    this.#files = new Map();
    this.#shown = 0;
  }

  /** Picks up actions that were taken on the command line; those taken here are known already. */
  #follow(): Following {
    return followChanges(this.game.folder, async () => {
      await this.#queue.read(async () => {
        if (await this.#updateBehind()) this.#happened();
      });
    });
  }

  #tell(): void {
    this.#announced += 1;
    this.#readers.tell();
  }
}

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
    const { pagesOf = () => new PageThread() } = this.#options;
    const copy = this.#copies.get(game.folder) ?? new HomePages(game, pagesOf(game), this.#options);
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
