import { hexDigest } from '#platform/hash.ts';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Caches } from '../../cache/caches.ts';
import { NOTIFIED_FILE } from '../../host/receiver-state.ts';
import { trialsIn } from '../../rehearse/trials.ts';
import { outsideRulesIn } from '../../session/position/branches.ts';
import { putFile } from '#platform/files.ts';
import { beginningOf } from '../../store/dynasties/frozen.ts';
import { readLibrary } from '../../store/library.ts';
import type { OpenGame } from '../../session/play/open-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { languageOf } from '../../store/read-language.ts';
import { latestOf, feedPath, feedsOf, PAST_FEED } from '../data/feed.ts';
import type { SiteData } from '../data/site-data.ts';
import { withLazy } from '../data/lazy-property.ts';
import { openAsFiles } from '../render/open-as-files.ts';
import { fileOf, isPlaced, placeFile, placeFolder, removeOthers } from '../render/output-folder.ts';
import { renderPages } from '../render/render-pages.ts';
import { readyShell, type Shell } from '../render/shell.ts';
import {
  bodiesIn,
  digestFile,
  digestIn,
  forgetPast,
  hashOfMeans,
  nameOfPast,
  pagesIn,
  type PastBuild,
} from './build-past.ts';
import { collectSite } from './collect.ts';
import { findDisplay, ownStyleIn } from './find-display.ts';
import { type GameShown, showUntilWhole } from './game-shown.ts';
import { dynastyNumber, gameFiles, placeOfDynasty, type GameFiles } from './past-sites.ts';
import { type DigestAt, PastReader } from './past-shown.ts';
import { picturesOf, UNDRAWN } from './pictures.ts';
import { RenderedCache } from './rendered-cache.ts';
import type { RunScenarios } from './run-scenarios.ts';
import type { Job } from './worker.ts';
import { Workers } from './workers.ts';
import { readGame } from '../../store/read-game.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/site/', import.meta.url));

export interface BuildOptions {
  /** The time as of which the game is shown; by default, the last recorded moment. */
  readonly now?: string;
  readonly out: string;
  /** The path under which the site is served: `/` or `/my-game/`. */
  readonly base?: string;
  /** The origin of the published site, such as `https://harbour.example`: feeds and the sitemap need absolute addresses. */
  readonly origin?: string;
  /** The public key for sealed submissions, used until the game publishes one. */
  readonly receiver?: string;
  /** Pages reload themselves after a rebuild. */
  readonly live?: boolean;
  /** The folder with the game’s pictures; without it none are shown. */
  readonly pictures?: string;
  /** The cache for later builds. */
  readonly cacheFolder: string;
  /** The pages can be opened as files, without a server. */
  readonly asFiles?: boolean;
  /** The paths of files that are published beside the pages. */
  readonly beside?: readonly string[];
  readonly onLine?: (line: string) => void;
}

/**
 * Builds the site of a game: first past dynasties, which are kept once they are made, then the game's own pages. Problems
 * with display settings are returned; everything else throws.
 */
export async function buildSite(
  files: ContentFiles | GameFiles,
  options: BuildOptions,
): Promise<readonly string[]> {
  const { base = '/', origin = '' } = options;
  const shell = await readyShell(base, origin, options.onLine);
  const workers = new Workers();
  try {
    const game = 'current' in files ? files : gameFiles(files);
    const { folders, problems } = await buildAllPast(game, { options, shell, workers });
    // They cache what dynasties have in common, which takes a third of all memory and is no longer needed.
    await workers.end();
    const own = await buildOwn(game.current, folders, { options, shell, workers });
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

/** The folders of past dynasties, oldest first, by number. */
export type PastFolders = ReadonlyMap<number, string>;

type AskPast = () => Promise<Extract<Job, { kind: 'past' }>>;

/** Makes the folders of past dynasties that aren’t made yet. One that can’t be read has none. */
export async function buildAllPast(
  { current, past, read }: GameFiles,
  { options: { cacheFolder, base = '/', origin = '', pictures }, shell, workers, waitedFor }: Means,
  run: (jobs: readonly AskPast[]) => Promise<readonly (readonly string[])[]> = (jobs) =>
    workers.run<'past'>(jobs),
): Promise<{ readonly folders: PastFolders; readonly problems: readonly string[] }> {
  const place = pastIn(cacheFolder);
  const language = languageOf(current);
  const means = past.length === 0 ? '' : hashOfMeans(shell.hash, language, readLibrary());
  const wanted = new Map(past.map((one) => [one.number, join(place, nameOfPast(one, means))]));
  const unmade = past.filter(({ number }) => !existsSync(wanted.get(number) ?? ''));
  const jobs = unmade.map(() => async () => {
    const at = unmade.findIndex(({ number }) => waitedFor?.has(number) === true);
    const [next] = unmade.splice(Math.max(at, 0), 1);
    const folder = wanted.get(next?.number ?? 0);
    if (next === undefined || folder === undefined) throw new Error('more threads than dynasties');
    const build: PastBuild = {
      shell: shell.folder,
      base,
      origin,
      folder,
      pictures: pictures ?? null,
      language,
    };
    return { kind: 'past' as const, number: next.number, files: await read(next.number), build };
  });
  const problems = (await run(jobs)).flat();
  forgetPast(place, new Set([...wanted.values()].map((folder) => basename(folder))));
  return { folders: new Map([...wanted].filter(([, folder]) => existsSync(folder))), problems };
}

/** Builds the pages of the running game, and puts those of past dynasties in place beside them. */
async function buildOwn(
  current: ContentFiles,
  past: PastFolders,
  { options, shell, workers }: Means,
): Promise<readonly string[]> {
  const { out, cacheFolder, base = '/' } = options;
  const caches = new Caches(shell.hash);
  caches.keepIn(join(cacheFolder, 'cache'));
  const { site, problems, others } = await ownSite(
    current,
    past,
    { options, shell },
    {
      rendered: new RenderedCache(caches),
      run: (...asked) => workers.runScenarios(...asked),
      past: new PastReader(),
      caches,
    },
  );
  const pages = await renderPages(site, { shell: shell.folder, base, out });
  // Many results are computed only while pages are rendered, so the caches are saved after that.
  caches.save();
  const placed = filesBeside(cacheFolder, past, shell, others);
  for (const [path, from] of placed) placeFile(from, join(out, path));
  const built = options.live === true ? ['built.txt'] : [];
  const written = [...pages.map(fileOf), ...placed.keys(), ...placePast(past, out), ...built, ...site.beside];
  const list = join(cacheFolder, 'written.json');
  removeOthers(out, new Set(written), list);
  const added = options.asFiles === true ? openAsFiles(out, { base, shell: shell.folder }) : [];
  putFile(list, JSON.stringify([...written, ...added]), { durable: false });
  for (const path of built) putFile(join(out, path), String(Date.now()), { durable: false });
  return problems;
}

/** Returns the paths of their folders in the output. */
function placePast(past: PastFolders, out: string): readonly string[] {
  return [...past].map(([number, folder]) => {
    const path = placeOfDynasty(number).slice(0, -1);
    const front = fileOf('');
    // The front page stands in for the others when checking that they are in place.
    if (!isPlaced(join(pagesIn(folder), front), join(out, path, front)))
      placeFolder(pagesIn(folder), join(out, path));
    return path;
  });
}

export interface OwnSite {
  readonly site: SiteData;
  readonly problems: readonly string[];
  /** Pictures, relative to the cache folder. */
  readonly others: readonly string[];
}

interface OwnMeans {
  readonly rendered: RenderedCache;
  readonly run: RunScenarios | null;
  readonly past: PastReader;
  readonly caches?: Caches;
  readonly library?: ReadonlyMap<string, string>;
  readonly overview?: boolean;
  readonly draws?: boolean;
  /** Past dynasties that have no folder yet. */
  readonly outlines?: ReadonlyMap<number, DigestAt>;
  /** The game in play, if it is in this thread. */
  readonly lent?: OpenGame | null;
}

/** Collects the data for the pages of the running game. Without workers to run scenarios, only known results are included. */
export async function ownSite(
  current: ContentFiles,
  folders: PastFolders,
  { options, shell }: Pick<Means, 'options' | 'shell'>,
  {
    rendered,
    run,
    past,
    caches,
    library = readLibrary(),
    overview = true,
    draws = true,
    outlines = new Map(),
    lent = null,
  }: OwnMeans,
): Promise<OwnSite> {
  const { cacheFolder: cache, base = '/', origin = '' } = options;
  const display = findDisplay(current, library);
  const now = options.now ?? lastRecorded(current);
  const made = [...folders].map(([number, folder]) => [number, digestAt(digestFile(folder))] as const);
  const digests = [...new Map([...outlines, ...made])].sort(([a], [b]) => a - b).map(([, digest]) => digest);
  const { site: plain, problems } = await showUntilWhole(current, now, { caches, lent }, (game) =>
    collectSite(game, {
      now,
      first: firstOf(current, game),
      notified: current.get(NOTIFIED_FILE) ?? null,
      trialOf: trialsIn(current),
      outsideRules: outsideRulesIn(current),
      overview,
      draws,
      still: options.now === undefined,
      rendered,
      receiver: options.receiver ?? null,
      trials: { library, engine: shell.hash, run },
      past: (own) => past.read(digests, own),
      ownStyle: ownStyleIn(current),
      ...(display === null ? {} : { display }),
    }),
  );
  const { pictures, drawn, paths: others, wrong } = await picturesOf(plain, options.pictures ?? null, cache);
  const site = {
    ...withBodies(plain, folders),
    base,
    origin,
    live: options.live === true,
    beside: options.beside ?? [],
    pictures,
    drawn,
  };
  return { site, problems: drawn ? [...problems, ...wrong] : [...problems, UNDRAWN], others };
}

function digestAt(file: string): DigestAt {
  return { key: file, read: () => digestIn(file) };
}

function firstOf(current: ContentFiles, { state }: GameShown): ContentFiles | null {
  const first = beginningOf(current, Number(state.dynasty['number'] ?? 1));
  return first.size === 0 ? null : first;
}

/** Adds the texts of those past posts that feeds show, for feeds that have to be made. */
function withBodies(site: SiteData, folders: PastFolders): SiteData {
  const shown = new Set(
    [{ posts: site.posts }, ...feedsOf(site).filter(({ over }) => !over)].flatMap(({ posts }) =>
      latestOf(posts).map(({ id }) => id),
    ),
  );
  const read = new Map<string, ReadonlyMap<string, string>>();
  const bodiesAt = (place: string): ReadonlyMap<string, string> => {
    const bodies = read.get(place) ?? bodiesIn(folders.get(dynastyNumber(place)) ?? '');
    read.set(place, bodies);
    return bodies;
  };
  const posts = site.posts.map((post) => {
    const { id, place, html: _, ...about } = post;
    return place === undefined || !shown.has(id)
      ? post
      : withLazy({ id, place, ...about }, 'html', () => bodiesAt(place).get(id) ?? '');
  });
  return { ...site, posts };
}

export function pastIn(cacheFolder: string): string {
  return join(cacheFolder, 'past');
}

/** Maps the other files of the site to their places on the disk: pictures, the feeds of past dynasties and Astro's assets. */
export function filesBeside(
  cacheFolder: string,
  past: PastFolders,
  shell: Shell,
  pictures: readonly string[],
): ReadonlyMap<string, string> {
  const client = join(shell.folder, 'client');
  return new Map([
    ...pictures.map((path) => [path, join(cacheFolder, path)] as const),
    // A dynasty's feed keeps its address after the dynasty ends.
    ...[...past].map(([number, folder]) => [feedPath(number), join(pagesIn(folder), PAST_FEED)] as const),
    ...globSync('_astro/*', { cwd: client }).map((path) => [path, join(client, path)] as const),
  ]);
}

/** Each output folder has its own cache of earlier builds. */
export function cacheFor(out: string, cache: string = CACHE): string {
  return join(cache, hexDigest('sha1', out).slice(0, 12));
}

/** The last moment that a content folder records, as of which an abandoned game is shown. */
export function lastRecorded(files: ContentFiles): string {
  const { ledger, state } = readGame(files);
  const times = [
    ...ledger.slice(-1).map(({ at }) => at),
    ...Object.values(state?.posts ?? {}).flatMap(({ at, resolvedAt, uses, comments }) => [
      at,
      resolvedAt ?? '',
      ...uses.map((use) => use.at),
      ...comments.map((comment) => comment.at),
    ]),
  ];
  return times.reduce((latest, time) => (time > latest ? time : latest), '1970-01-01T00:00:00Z');
}
