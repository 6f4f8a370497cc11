import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Caches } from '../../cache/caches.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { DISPLAY_MS } from '../../session/ask/call-guard.ts';
import type { OpenGame } from '../../session/play/open-game.ts';
import { typeOf } from '../../seat/media-types.ts';
import type { PageAnswer, PageQuestion, SeatView } from '../../seat/forms/view.ts';
import { allPages } from '../data/all-pages.ts';
import { readSite, showSite } from '../data/read-site.ts';
import type { SiteData } from '../data/site-data.ts';
import { buildPast, foldersOfPast, outlineIn, pagesIn } from '../prepare/build-past.ts';
import {
  buildAllPast,
  filesBeside,
  cacheFor,
  ownSite,
  pastIn,
  type Means,
  type OwnSite,
  type PastFolders,
} from '../prepare/build-site.ts';
import { gameFiles, type GameFiles, placeOfDynasty } from '../prepare/past-sites.ts';
import { type DigestAt, type PastDigest, PastReader } from '../prepare/past-shown.ts';
import { harmless } from '../prepare/harmless-text.ts';
import { RenderedCache } from '../prepare/rendered-cache.ts';
import type { RunScenarios } from '../prepare/run-scenarios.ts';
import { Workers } from '../prepare/workers.ts';
import { readLibrary } from '../../store/library.ts';
import { fileOf } from '../render/output-folder.ts';
import { loadShell, type RenderingCode } from '../render/render-pages.ts';
import { readyShell, type Shell } from '../render/shell.ts';

export type StateToShow = Omit<Extract<PageQuestion, { ask: 'show' }>, 'ask' | 'files'> & {
  readonly files: ReadonlyMap<string, string>;
};
/** The ruleset as it ever stood, which takes all past dynasties. */
const OF_ALL_TIME = /^(?:then\/|changes\.json$)/u;
/** The pause between two looks whether a page that somebody waits for is there. */
const RETRY_MS = 30;

/** The parts that pages show later than the rest. */
export type Added = 'maps' | 'the rest';

/** Makes a game’s pages on request; only their data is prepared in advance. */
export class PageMaker {
  #caches: Caches;
  /** The caches of the thread that plays, if that one makes the pages as well. It saves them. */
  readonly #shared: Caches | null;
  #isSaved = false;
  readonly #workers = new Workers({ behindOthers: true });
  #shell: Promise<Shell> | null = null;
  #rendered: { readonly cacheFolder: string; readonly cache: RenderedCache } | null = null;
  readonly #reader = new PastReader();
  /** The folder that keeps past dynasties. */
  #past = '';
  /** Files that are served as they are, by path. */
  #files: ReadonlyMap<string, string> = new Map();
  #library: ReadonlyMap<string, string> | null = null;
  #code: RenderingCode | null;
  #known: ReadonlySet<string> | null = null;
  #shown: SiteData | null = null;
  /** Past dynasties whose pages `showAll` hasn't made yet, and those of them that somebody waits for. */
  #unmade: ReadonlySet<number> = new Set();
  readonly #waitedFor = new Set<number>();
  /** Past dynasties that this thread has made, or could not read. */
  readonly #tried = new Set<number>();
  /** False until pages show all past dynasties. */
  #showsPast = true;
  /** The state that was asked for last, and its turn to be shown. */
  #wanted: StateToShow | null = null;
  #showing: Promise<unknown> = Promise.resolve();
  /** Past dynasties as their files outline them, by a key of these, once somebody has opened their list. */
  #outlines: Map<string, PastDigest | null> | null = null;

  /** Takes Astro’s compiled code if it can’t be imported from its file. */
  constructor(code: RenderingCode | null = null, shared: Caches | null = null) {
    this.#code = code;
    this.#shared = shared;
    this.#caches = shared ?? new Caches(null);
  }

  /** Sets the state that pages show. Returns true if some of it is left for `showAll`. */
  show(wanted: StateToShow, lent: OpenGame | null = null): Promise<boolean> {
    this.#wanted = wanted;
    const shown = this.#showing.then(() => this.#showInTurn(wanted, lent));
    this.#showing = shown.catch(() => undefined);
    return shown;
  }

  async #showInTurn(wanted: StateToShow, lent: OpenGame | null): Promise<boolean> {
    const { game, means, rendered } = await this.#begin(wanted);
    const past = game.past.map(({ number }) => number);
    const made = foldersOfPast(this.#past);
    this.#unmade = new Set(past.filter((number) => !made.has(number) && !this.#tried.has(number)));
    this.#showsPast = this.#unmade.size === 0;
    const done = new Map(past.flatMap((number) => [...made].filter(([one]) => one === number)));
    const outlines = await this.#outlinesOf(game);
    const given = { ...this.#given(rendered), run: null, outlines, lent };
    const own = await ownSite(game.current, done, means, given);
    this.#put(own, done, means);
    this.#saveAtFirst();
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
      this.#showsPast = true;
    }
  }

  async #showAll(wanted: StateToShow, isLatest: () => boolean, more: (what: Added) => void): Promise<void> {
    const { game, means, rendered } = await this.#begin(wanted);
    const { current } = game;
    if (this.#shown !== null && lacksMaps(this.#shown)) {
      const { maps, made } = await this.#workers.drawMaps(current, wanted.now);
      rendered.take(made);
      if (isLatest()) {
        this.#show({ ...this.#shown, maps: { ...this.#shown.maps, ...harmless(maps) } });
        more('maps');
      }
    }
    const waitedFor = this.#waitedFor;
    const { folders: past } = await buildAllPast(game, {
      ...means,
      waitedFor,
    });
    this.#nothingIsDue();
    const run: RunScenarios = (...asked) => this.#workers.runScenarios(...asked);
    const own = await ownSite(current, past, means, { ...this.#given(rendered), run });
    await this.#workers.end();
    this.#caches.save();
    if (!isLatest()) return;
    this.#put(own, past, means);
    more('the rest');
  }

  /** Makes past dynasties in this thread, which makes nothing else meanwhile: those that somebody waits for, or else the oldest. */
  async showSomePast(): Promise<void> {
    const [wanted, waitedFor] = [this.#wanted, this.#waitedFor];
    const [oldest] = this.#unmade;
    if (wanted === null || oldest === undefined) return waitedFor.clear();
    if (waitedFor.size === 0) waitedFor.add(oldest);
    for (const number of waitedFor) this.#tried.add(number);
    try {
      const { game, means } = await this.#begin(wanted);
      await buildAllPast(game, { ...means, waitedFor }, async (jobs) => {
        const problems: (readonly string[])[] = [];
        for (const ask of jobs.slice(0, waitedFor.size)) {
          const { number, files, build } = await ask();
          problems.push(await buildPast(number, files, build, this.#caches, this.#code));
        }
        return problems;
      });
    } finally {
      waitedFor.clear();
      await this.show(wanted);
    }
  }

  #given(rendered: RenderedCache) {
    const library = (this.#library ??= readLibrary());
    return { rendered, past: this.#reader, caches: this.#caches, library, overview: false, draws: false };
  }

  /** Saves early, so that a server that ends soon leaves its work for the next one. Later changes are saved at the end. */
  #saveAtFirst(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    this.#caches.save();
  }

  async page(path: string, view: SeatView): Promise<PageAnswer> {
    if (path === 'dynasties/') await this.#listPast();
    else if (this.#isOfPast(path)) await this.#pastSoon();
    const file = this.#files.get(path) ?? this.#pastFile(path) ?? (await this.#pastFileSoon(path));
    if (file !== null) return { status: 200, type: typeOf(extname(file)), bytes: readFileSync(file) };
    if (this.#code === null) throw new Error('nothing is shown yet');
    const isThere = path.startsWith('do/') || this.#pages().has(path);
    // Another maker in this thread may have shown its game meanwhile.
    if (this.#shown !== null) showSite(this.#shown);
    const response = await this.#code.render(new Request(`http://site/${isThere ? path : '404'}`), view);
    if (response.status >= 500) throw new Error(`The page ${path} could not be made.`);
    const type = response.headers.get('content-type') ?? typeOf(extname(path));
    return { status: response.status, type, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** Astro would fail to render a page that doesn't exist. */
  #pages(): ReadonlySet<string> {
    if (this.#known !== null) return this.#known;
    const site = this.#shown ?? readSite();
    return (this.#known = new Set([...allPages(site), ...(this.#code?.addresses(site, true) ?? [])]));
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
    const out = join(folder, ENGINE_FOLDER, 'site');
    const cacheFolder = cacheFor(out);
    this.#past = pastIn(cacheFolder);
    const pictures = join(folder, 'content', 'pictures');
    const options = { out, cacheFolder, now, pictures, ...(receiver === null ? {} : { receiver }) };
    if (this.#rendered?.cacheFolder !== cacheFolder) {
      this.#caches = this.#shared ?? new Caches(shell.hash);
      this.#rendered = { cacheFolder, cache: new RenderedCache(this.#caches) };
      this.#isSaved = this.#shared !== null;
      this.#caches.sandboxes.work.displayMs = DISPLAY_MS;
      if (this.#shared === null) this.#caches.keepIn(join(cacheFolder, 'cache'));
    }
    const means: Means = { options, shell, workers: this.#workers };
    return { game: gameFiles(files), means, rendered: this.#rendered.cache };
  }

  #put({ site, others }: OwnSite, past: PastFolders, { options: { cacheFolder }, shell }: Means): void {
    this.#files = filesBeside(cacheFolder, past, shell, others);
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

  get lacksPast(): boolean {
    return this.#unmade.size > 0;
  }

  /** Called once past dynasties are made or have failed, since nobody needs to wait for them then. */
  #nothingIsDue(): void {
    this.#unmade = new Set();
    this.#waitedFor.clear();
  }

  /** The pages of a past dynasty never change. */
  #pastFile(path: string): string | null {
    const number = dynastyOfPage(path);
    const folder = Number.isNaN(number) ? undefined : foldersOfPast(this.#past).get(number);
    if (folder === undefined || path.split('/').includes('..')) return null;
    const file = join(pagesIn(folder), fileOf(path.slice(placeOfDynasty(number).length)));
    return existsSync(file) ? file : null;
  }

  /** True for a page that would be missing without all past dynasties. */
  #isOfPast(path: string): boolean {
    return (
      OF_ALL_TIME.test(path) ||
      (/^(?:matters\/[^/]+\/|feeds\/[^/]+)$/u.test(path) &&
        !this.#files.has(path) &&
        !this.#pages().has(path))
    );
  }

  /** Making the pages of past dynasties takes a minute or more; their list needs only their files. */
  async #listPast(): Promise<void> {
    if (this.#showsPast || this.#outlines !== null || this.#wanted === null)
      return void (await this.#showing);
    this.#outlines = new Map();
    await this.show(this.#wanted);
  }

  async #outlinesOf({ past, read }: GameFiles): Promise<ReadonlyMap<number, DigestAt>> {
    const found = new Map<number, DigestAt>();
    const outlines = this.#outlines;
    for (const { number, key } of outlines === null ? [] : past) {
      if (outlines === null || !this.#unmade.has(number)) continue;
      const outline = outlines.get(key) ?? outlineIn(number, await read(number));
      outlines.set(key, outline);
      if (outline !== null) found.set(number, { key, read: () => outline });
    }
    return found;
  }

  async #pastSoon(): Promise<void> {
    for (; !this.#showsPast; await pause(RETRY_MS))
      for (const number of this.#unmade) this.#waitedFor.add(number);
  }

  /** Waits for a page of a dynasty that isn't made yet, and makes that dynasty next. */
  async #pastFileSoon(path: string): Promise<string | null> {
    const number = dynastyOfPage(path);
    for (; this.#unmade.has(number); await pause(RETRY_MS)) {
      this.#waitedFor.add(number);
      const file = this.#pastFile(path);
      if (file !== null) return file;
    }
    return this.#pastFile(path);
  }
}

/** The number of the past dynasty to which a page belongs; NaN for others. */
function dynastyOfPage(path: string): number {
  return Number(/^dynasties\/(\d+)\//u.exec(path)?.[1]);
}

function lacksMaps({ maps }: SiteData): boolean {
  return Object.values(maps).some(({ isOnlyNow }) => isOnlyNow === true);
}
