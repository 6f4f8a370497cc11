import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Caches } from '../../cache/caches.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { LOOK_AT_HOME_MS } from '../../play/endless.ts';
import { typeOf } from '../../seat/media-types.ts';
import type { PageAnswer, PageQuestion, SeatView } from '../../seat/doors/view.ts';
import { allPages } from '../data/all-pages.ts';
import { everyMoment } from '../data/moments.ts';
import { readSite, showSite } from '../data/read-site.ts';
import type { SiteData } from '../data/site-data.ts';
import { isMade } from '../prepare/build-past.ts';
import { buildAllPast, keptFor, ownSite, pastFolder, placingOf, type Means } from '../prepare/build-site.ts';
import { FilesTaken, placeOfDynasty, runningIn } from '../prepare/past-sites.ts';
import { harmless } from '../prepare/harmless-text.ts';
import { RenderedCache } from '../prepare/rendered-cache.ts';
import { Workers } from '../prepare/workers.ts';
import { readLibrary } from '../../store/library.ts';
import { fileOf } from '../render/page-store.ts';
import { loadShell, type RenderingCode } from '../render/render-pages.ts';
import { readyShell, type Shell } from '../render/shell.ts';

/** The state that pages show, with all files of the game. */
export type StateToShow = Omit<Extract<PageQuestion, { ask: 'show' }>, 'ask' | 'files'> & {
  readonly files: ReadonlyMap<string, string>;
};
/** The pause between two looks whether a page that somebody waits for is there. */
const LOOK_AGAIN_MS = 30;

/** The parts that pages show later than the rest. */
export type Added = 'maps' | 'the rest';

/** Makes a game’s pages on request; only their data is prepared in advance. */
export class PageMaker {
  #caches = new Caches(null);
  #isSaved = false;
  readonly #workers = new Workers({ behindOthers: true });
  #shell: Promise<Shell> | null = null;
  #rendered: { readonly kept: string; readonly cache: RenderedCache } | null = null;
  /** Files that are served as they are, by path. */
  #files: ReadonlyMap<string, string> = new Map();
  #out = '';
  #library: ReadonlyMap<string, string> | null = null;
  #code: RenderingCode | null = null;
  #known: ReadonlySet<string> | null = null;
  #shown: SiteData | null = null;
  /** Past dynasties whose pages `showAll` is yet to make, and those of them that somebody waits for. */
  #unmade: ReadonlySet<number> = new Set();
  readonly #waitedFor = new Set<number>();

  /** Sets the state that pages show. Returns true if some of it is left for `showAll`. */
  async show(wanted: StateToShow): Promise<boolean> {
    const { current, past, means, rendered } = await this.#begin(wanted);
    const done = past.filter((number) => isMade(pastFolder(means.options.kept, number)));
    const isPlaced = (number: number): boolean => existsSync(join(this.#out, placeOfDynasty(number)));
    this.#unmade = new Set(past.filter((number) => !done.includes(number) || !isPlaced(number)));
    const own = await ownSite(current, done, means, {
      rendered,
      run: null,
      caches: this.#caches,
      library: (this.#library ??= readLibrary()),
      overview: false,
      draws: false,
    });
    this.#put(own.site, placingOf(means.options.kept, done, means.shell), own.others, means);
    this.#saveAtFirst(rendered);
    const { scenarios } = own.site;
    return this.#unmade.size > 0 || scenarios.some(({ state }) => state === 'not-run') || lacksMaps(own.site);
  }

  /**
   * Adds everything that takes long, in other threads: first the maps of the running game, which its players open first, then past
   * dynasties, and the scenarios of changed rules. `more` is called whenever pages have more to show.
   */
  async showAll(wanted: StateToShow, isLatest: () => boolean, more: (what: Added) => void): Promise<void> {
    try {
      await this.#showAll(wanted, isLatest, more);
    } finally {
      this.#nothingIsDue();
    }
  }

  async #showAll(wanted: StateToShow, isLatest: () => boolean, more: (what: Added) => void): Promise<void> {
    const { current, means, rendered } = await this.#begin(wanted);
    if (this.#shown !== null && lacksMaps(this.#shown)) {
      const { maps, made } = await this.#workers.drawMaps(current, wanted.now);
      rendered.take(made);
      if (isLatest()) {
        this.#show({ ...this.#shown, maps: { ...this.#shown.maps, ...harmless(maps) } });
        more('maps');
      }
    }
    const waitedFor = this.#waitedFor;
    const { numbers: past } = await buildAllPast(FilesTaken.of(wanted.files).sorted(), {
      ...means,
      waitedFor,
    });
    this.#nothingIsDue();
    const own = await ownSite(current, past, means, {
      rendered,
      run: (...asked) => this.#workers.runScenarios(...asked),
      caches: this.#caches,
      library: (this.#library ??= readLibrary()),
      overview: false,
      draws: false,
    });
    await this.#workers.end();
    rendered.save();
    this.#caches.save();
    if (!isLatest()) return;
    this.#put(own.site, placingOf(means.options.kept, past, means.shell), own.others, means);
    more('the rest');
  }

  /** A server that ends soon leaves what it made for the next; later changes are saved when everything else is made. */
  #saveAtFirst(rendered: RenderedCache): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    rendered.save();
    this.#caches.save();
  }

  async page(path: string, view: SeatView): Promise<PageAnswer> {
    const file = this.#files.get(path) ?? this.#pastFile(path) ?? (await this.#pastFileSoon(path));
    if (file !== null) return { status: 200, type: typeOf(extname(file)), bytes: readFileSync(file) };
    if (this.#code === null) throw new Error('nothing is shown yet');
    const isThere = path.startsWith('do/') || this.#pages().has(path);
    const response = await this.#code.render(new Request(`http://site/${isThere ? path : '404'}`), view);
    if (response.status >= 500) throw new Error(`The page ${path} could not be made.`);
    const type = response.headers.get('content-type') ?? typeOf(extname(path));
    return { status: response.status, type, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** Astro would fail to render a page that doesn't exist. */
  #pages(): ReadonlySet<string> {
    if (this.#known !== null) return this.#known;
    const moments = everyMoment(readSite()).map(({ name }) => `then/${name}/`);
    return (this.#known = new Set([...allPages(readSite()).map(({ path }) => path), ...moments]));
  }

  /** Loads what all pages are made with. */
  async load(): Promise<Shell> {
    const shell = await (this.#shell ??= readyShell('/', ''));
    this.#code ??= await loadShell(shell.folder);
    return shell;
  }

  /** Loads each page's code in advance, so that its first reader doesn't wait for it. */
  async preload(): Promise<void> {
    await this.load();
    await this.#code?.preload();
  }

  async #begin({ files, folder, now, receiver }: StateToShow) {
    const shell = await this.load();
    this.#out = join(folder, ENGINE_FOLDER, 'site');
    const kept = keptFor(this.#out);
    const pictures = join(folder, 'content', 'pictures');
    const options = { out: this.#out, kept, now, pictures, ...(receiver === null ? {} : { receiver }) };
    if (this.#rendered?.kept !== kept) {
      this.#rendered = { kept, cache: new RenderedCache(join(kept, 'rendered.json')) };
      this.#caches = new Caches(shell.hash);
      this.#isSaved = false;
      this.#caches.sandboxes.work.lookMs = LOOK_AT_HOME_MS;
      this.#caches.keepIn(join(kept, 'cache'));
    }
    const means: Means = { options, shell, workers: this.#workers };
    return { ...runningIn(files), means, rendered: this.#rendered.cache };
  }

  #put(
    site: SiteData,
    placing: ReadonlyMap<string, string>,
    others: readonly string[],
    { options: { kept }, shell }: Means,
  ): void {
    const own = [...placing].filter(([, file]) => !file.startsWith(join(kept, 'pages')));
    const pictures = others.map((path): [string, string] => [path, join(kept, path)]);
    this.#files = new Map([
      ...own.filter(([, file]) => file.startsWith(shell.folder) || existsSync(file)),
      ...pictures,
    ]);
    this.#show(site);
  }

  #show(site: SiteData): void {
    this.#shown = site;
    showSite(site);
    this.#known = null;
  }

  /** True while somebody waits for a page that `showAll` is to make. */
  get isWaitedFor(): boolean {
    return this.#waitedFor.size > 0;
  }

  /** Past dynasties are made, or can’t be: nobody waits for them any more. */
  #nothingIsDue(): void {
    this.#unmade = new Set();
    this.#waitedFor.clear();
  }

  /** The pages of a past dynasty never change. */
  #pastFile(path: string): string | null {
    const number = dynastyOfPage(path);
    if (Number.isNaN(number) || path.split('/').includes('..')) return null;
    const file = join(this.#out, fileOf(path));
    return file.startsWith(join(this.#out, placeOfDynasty(number))) && existsSync(file) ? file : null;
  }

  /** A page of a dynasty that is yet to be made is waited for, and that dynasty comes next. */
  async #pastFileSoon(path: string): Promise<string | null> {
    const number = dynastyOfPage(path);
    for (; this.#unmade.has(number); await pause(LOOK_AGAIN_MS)) {
      this.#waitedFor.add(number);
      const file = this.#pastFile(path);
      if (file !== null) return file;
    }
    return this.#pastFile(path);
  }
}

/** The number of the past dynasty that a page is of; NaN for others. */
function dynastyOfPage(path: string): number {
  return Number(/^dynasties\/(\d+)\//u.exec(path)?.[1]);
}

function lacksMaps({ maps }: SiteData): boolean {
  return Object.values(maps).some(({ isOnlyNow }) => isOnlyNow === true);
}
