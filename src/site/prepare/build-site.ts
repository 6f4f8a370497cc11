import { languageOf } from '../../store/read-language.ts';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Caches } from '../../cache/caches.ts';
import { trialsIn } from '../../rehearse/trials.ts';
import { TOLD_FILE } from '../../notices/receiver-state.ts';
import { putFile } from '../../repository/write-files.ts';
import { allPages, type PageToBe } from '../data/all-pages.ts';
import { latestOf } from '../data/feed.ts';
import { feedPath, feedsOf, PAST_FEED } from '../data/feeds.ts';
import { keyOf } from '../data/key-of.ts';
import { showSite } from '../data/read-site.ts';
import type { SiteData } from '../data/site-data.ts';
import {
  fileOf,
  readStore,
  stands,
  storedAt,
  writeStore,
  type PageStore,
  type StoredPage,
} from '../render/page-store.ts';
import { whenAsked } from '../data/when-asked.ts';
import { openAsFiles, openOnServer } from '../render/open-as-files.ts';
import { placeFiles } from '../render/place-files.ts';
import { renderPages, type Rendering } from '../render/render-pages.ts';
import { readyShell, type Shell } from '../render/shell.ts';
import { bodiesIn, digestFile, digestIn, isDone, isMade, type PastBuild } from './build-past.ts';
import { collectSite } from './collect.ts';
import { findDisplay, ownLookIn } from './find-display.ts';
import { type GameShown, showUntilWhole } from './game-shown.ts';
import { lastRecorded } from './last-recorded.ts';
import { FilesTaken, dynastyNumber, placeOfDynasty, type GameFiles } from './past-sites.ts';
import { pastShown } from './past-shown.ts';
import { forgetOthers } from './place-past.ts';
import { picturesOf, UNDRAWN } from './pictures.ts';
import { RenderedCache } from './rendered-cache.ts';
import type { RunScenarios } from './run-scenarios.ts';
import { Workers } from './workers.ts';
import { beginningOf } from '../../store/dynasties/frozen.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readLibrary } from '../../store/library.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/site/', import.meta.url));
/** The number of pages that a thread gets at once: to start another thread takes as long as some hundred pages. */
const BATCH = 150;
/** With more posts than this for each page, threads are not worth their data. */
const POSTS_PER_PAGE = 3;

export interface BuildOptions {
  /** The time as of which the game is shown; by default, the last recorded moment. */
  readonly now?: string;
  /** The output folder. */
  readonly out: string;
  /** The path under which the site is served: `/` or `/my-game/`. */
  readonly base?: string;
  /**
   * The origin of the published site, such as `https://harbour.example`: feeds and the sitemap need absolute addresses.
   */
  readonly origin?: string;
  /** The public key for sealed submissions, used until the game publishes one. */
  readonly receiver?: string;
  /** Pages reload themselves after a rebuild. */
  readonly live?: boolean;
  /** The folder with the game’s pictures; without it none are shown. */
  readonly pictures?: string;
  /** The cache for later builds. */
  readonly kept: string;
  /** The pages can be opened as files, without a server. */
  readonly asFiles?: boolean;
  readonly onLine?: (line: string) => void;
}

/**
 * Builds the site of a game: first past dynasties, which are reused if unchanged, then the game's own pages. Problems
 * with display settings are returned; everything else throws.
 */
export async function buildSite(
  files: ContentFiles | GameFiles,
  options: BuildOptions,
): Promise<readonly string[]> {
  const { out, kept, base = '/', origin = '' } = options;
  const shell = await readyShell(base, origin, options.onLine);
  const workers = new Workers();
  try {
    const game = 'current' in files ? files : FilesTaken.of(files).sorted();
    const { numbers, problems } = await buildAllPast(game, { options, shell, workers });
    // They hold what dynasties have in common, which is a third of all memory, and of no use any more.
    await workers.end();
    const own = await buildOwn(game.current, numbers, { options, shell, workers });
    placeFiles(out, placingOf(kept, numbers, shell), join(kept, 'placed.json'));
    if (options.asFiles === true) openAsFiles(out, { base, shell: shell.folder, kept });
    else openOnServer(out, kept);
    if (options.live === true) putFile(join(out, 'built.txt'), String(Date.now()), { durable: false });
    return [...problems, ...own];
  } finally {
    await workers.end();
  }
}

export interface Means {
  readonly options: BuildOptions;
  readonly shell: Shell;
  readonly workers: Workers;
  /** Past dynasties whose pages somebody waits for, which are made before the others. They may change meanwhile. */
  readonly waitedFor?: ReadonlySet<number>;
}

/** Builds past dynasties, keeping in memory only which ones there are. */
export async function buildAllPast(
  { current, past, read }: GameFiles,
  { options: { kept, out, base = '/', origin = '', pictures }, shell, workers, waitedFor }: Means,
): Promise<{ readonly numbers: readonly number[]; readonly problems: readonly string[] }> {
  const numbers = past.map(({ number }) => number);
  const language = languageOf(current);
  forgetOthers(kept, out, new Set(numbers));
  const unmade = past.flatMap((one) => {
    const build: PastBuild = {
      shell,
      base,
      origin,
      folder: pastFolder(kept, one.number),
      out: join(out, placeOfDynasty(one.number)),
      pictures: pictures ?? null,
      language,
    };
    return isDone(one, build) ? [] : [{ one, build }];
  });
  const jobs = unmade.map(() => async () => {
    const at = unmade.findIndex(({ one }) => waitedFor?.has(one.number) === true);
    const [next] = unmade.splice(Math.max(at, 0), 1);
    if (next === undefined) throw new Error('more threads than dynasties');
    return { kind: 'past' as const, past: await read(next.one), build: next.build };
  });
  const problems = (await workers.run<'past'>(jobs)).flat();
  return { numbers: numbers.filter((number) => isMade(pastFolder(kept, number))), problems };
}

/** Builds the pages of the running game. */
async function buildOwn(
  current: ContentFiles,
  past: readonly number[],
  means: Means,
): Promise<readonly string[]> {
  const { options, shell, workers } = means;
  const { kept } = options;
  const caches = new Caches(shell.hash);
  caches.keepIn(join(kept, 'cache'));
  const rendered = new RenderedCache(join(kept, 'rendered.json'));
  const run: RunScenarios = (...asked) => workers.runScenarios(...asked);
  const store = readStore(kept);
  const [{ site, problems, others }] = await Promise.all([
    ownSite(current, past, means, { rendered, run, caches }),
    // Where all pages have to be made, a thread takes as long to load their code as the game takes to be read.
    store.key === shell.hash || past.length > 0 ? undefined : workers.load(shell.folder),
  ]);
  showSite(site);
  const pages = await renderAll(site, store, means);
  // Much of what pages show is made only when they ask for it.
  rendered.save();
  caches.save();
  writeStore(kept, { key: shell.hash, pages, others });
  return problems;
}

export interface OwnSite {
  readonly site: SiteData;
  readonly problems: readonly string[];
  /** Pictures, relative to the cache folder. */
  readonly others: readonly string[];
}

/**
 * Collects the data for the pages of the running game. Without workers to run scenarios, only known results are
 * included.
 */
export async function ownSite(
  current: ContentFiles,
  past: readonly number[],
  { options, shell }: Pick<Means, 'options' | 'shell'>,
  {
    rendered,
    run,
    caches,
    library = readLibrary(),
    overview = true,
    draws = true,
  }: {
    rendered: RenderedCache;
    run: RunScenarios | null;
    caches?: Caches;
    library?: ReadonlyMap<string, string>;
    overview?: boolean;
    draws?: boolean;
  },
): Promise<OwnSite> {
  const { kept, base = '/', origin = '' } = options;
  const display = findDisplay(current, library);
  const now = options.now ?? lastRecorded(current);
  const digests = { files: past.map((number) => digestFile(pastFolder(kept, number))), read: digestIn };
  const { site: plain, problems } = await showUntilWhole(current, now, caches, (game) =>
    collectSite(game, {
      now,
      first: firstOf(current, game),
      told: current.get(TOLD_FILE) ?? null,
      trialOf: trialsIn(current),
      overview,
      draws,
      still: options.now === undefined,
      rendered,
      receiver: options.receiver ?? null,
      trials: { library, engine: shell.hash, run },
      past: (own) => pastShown(kept, digests, own),
      look: ownLookIn(current),
      ...(display === null ? {} : { display }),
    }),
  );
  const { pictures, drawn, paths: others, wrong } = await picturesOf(plain, options.pictures ?? null, kept);
  const told = withBodies(plain, kept);
  const site = withShell({ ...told, base, origin, live: options.live === true, pictures, drawn }, shell);
  return { site, problems: drawn ? [...problems, ...wrong] : [...problems, UNDRAWN], others };
}

function firstOf(current: ContentFiles, { state }: GameShown): ContentFiles | null {
  const first = beginningOf(current, Number(state.dynasty['number'] ?? 1));
  return first.size === 0 ? null : first;
}

/** Renders pages, skipping those that are up to date. */
async function renderAll(
  site: SiteData,
  store: PageStore,
  { options: { kept, base = '/' }, shell, workers }: Means,
): Promise<Readonly<Record<string, StoredPage>>> {
  const isThere = ({ path, key }: PageToBe): boolean =>
    key !== undefined && store.pages[path]?.key === key && stands(kept, path, store.pages[path]);
  const { true: there = [], false: missing = [] } = Object.groupBy(
    allPages(site),
    (page) => `${isThere(page)}`,
  );
  const rendering = { shell: shell.folder, base, folder: kept };
  // Each thread has to load the code of pages and all of the data, which for few pages, or with a long past, takes longer than to make them.
  const areFew =
    (missing.length <= BATCH && store.key === shell.hash) ||
    site.posts.length > POSTS_PER_PAGE * missing.length;
  const made = areFew
    ? await renderPages(site, missing, rendering)
    : await renderInThreads(site, missing, { rendering, workers });
  const kept_ = there.flatMap(({ path }) => {
    const page = store.pages[path];
    return page === undefined ? [] : [[path, page] as const];
  });
  return Object.fromEntries([...kept_, ...made]);
}

async function renderInThreads(
  site: SiteData,
  pages: readonly PageToBe[],
  { rendering, workers }: { readonly rendering: Rendering; readonly workers: Workers },
): Promise<readonly (readonly [path: string, page: StoredPage])[]> {
  const data = join(rendering.folder, 'data.json');
  putFile(data, JSON.stringify(site), { durable: false });
  const batches = Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, at) => ({
    kind: 'pages' as const,
    data,
    pages: pages.slice(at * BATCH, (at + 1) * BATCH),
    rendering,
  }));
  const made = (await workers.run<'pages'>(batches)).flat();
  await rm(data, { force: true });
  return made;
}

/** Adds a hash of everything that all pages share: names, menu, theme, and the site's own code. */
function withShell(site: SiteData, { hash }: Shell): SiteData {
  const { game, display, people, sections, live, collections, forge, drawn } = site;
  // A page of a game that nobody plays on tells as of when it is.
  const still = site.still ? site.builtAt : null;
  const names = people.map(({ id, name }) => [id, name]);
  const labels = collections.map(({ id, things }) => [id, things.map((one) => [one.id, one.label])]);
  return {
    ...site,
    shell: keyOf({ ...site, shell: hash }, game, display, names, labels, sections, live, forge, drawn, still),
  };
}

/** Adds the texts of those past posts that feeds show, for feeds that have to be made. */
function withBodies(site: SiteData, kept: string): SiteData {
  const shown = new Set(
    [{ posts: site.posts }, ...feedsOf(site).filter(({ over }) => !over)].flatMap(({ posts }) =>
      latestOf(posts).map(({ id }) => id),
    ),
  );
  const read = new Map<string, ReadonlyMap<string, string>>();
  const bodiesAt = (place: string): ReadonlyMap<string, string> => {
    const bodies = read.get(place) ?? bodiesIn(pastFolder(kept, dynastyNumber(place)));
    read.set(place, bodies);
    return bodies;
  };
  const posts = site.posts.map((post) => {
    const { id, place, html: _, ...about } = post;
    return place === undefined || !shown.has(id)
      ? post
      : whenAsked({ id, place, ...about }, 'html', () => bodiesAt(place).get(id) ?? '', site.past.key);
  });
  return { ...site, posts };
}

export function pastFolder(kept: string, number: number): string {
  return join(kept, 'past', String(number));
}

/** Maps every file of the game's own site to its source: pages, pictures, and Astro's assets. */
export function placingOf(kept: string, past: readonly number[], shell: Shell): ReadonlyMap<string, string> {
  const placing = new Map<string, string>();
  const { pages, others } = readStore(kept);
  for (const path of Object.keys(pages)) placing.set(fileOf(path), storedAt(kept, fileOf(path)));
  for (const path of others) placing.set(path, join(kept, path));
  // A dynasty's feed keeps its address after the dynasty ends.
  for (const number of past) placing.set(feedPath(number), storedAt(pastFolder(kept, number), PAST_FEED));
  const client = join(shell.folder, 'client');
  for (const path of globSync('_astro/*', { cwd: client })) placing.set(path, join(client, path));
  return placing;
}

/** Each output folder has its own cache of earlier builds. */
export function keptFor(out: string, cache: string = CACHE): string {
  return join(cache, createHash('sha1').update(out).digest('hex').slice(0, 12));
}
