import type { Language } from '../../language/language.ts';
import { wordingIn } from '../../language/wording.ts';
import { hashOfParts } from '../../cache/kept-reads.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caches } from '../../cache/caches.ts';
import { beginningOf, frozenContent, frozenDynasties } from '../../store/dynasties/frozen.ts';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import { readSnapshot } from '../../store/dynasties/snapshot.ts';
import { NOTHING_SHOWN, readShowed, showedPath } from '../../store/dynasties/shown-at-end.ts';
import { ARCHIVED, dynastyFolder, GAME_FILE, type ContentFiles } from '../../store/paths.ts';
import type { State } from '../../kernel/state.ts';
import type { DynastyMatter } from '../../ruleset/schema/dynasty.ts';
import { readGame } from '../../store/read-game.ts';
import { readLibrary } from '../../store/library.ts';
import { UnplayableError } from '../../play/unplayable-error.ts';
import { SandboxError, SandboxLostError } from '../../sandbox/host.ts';
import { allPages } from '../data/all-pages.ts';
import { showSite } from '../data/read-site.ts';
import { putFile } from '../../repository/write-files.ts';
import { readStore, stands, writeStore } from '../render/page-store.ts';
import { renderPages } from '../render/render-pages.ts';
import { collectSite } from './collect.ts';
import { findDisplay } from './find-display.ts';
import { asItEnded, openToShow, type GameShown } from './game-shown.ts';
import { rulesetIn } from './past-dynasties.ts';
import { digestOfPast, readDigest, writeDigest, type PastDigest } from './past-digest.ts';
import { forgetPast, isPlaced, placePast } from './place-past.ts';
import { placeOfDynasty, unpack, type PastSite } from './past-sites.ts';
import { picturesOf } from './pictures.ts';
import { RenderedCache } from './rendered-cache.ts';
import { pastHistory, type Then } from './whole-history.ts';

export interface PastBuild {
  /** The shell's folder, and its hash: pages made by another shell are made again. */
  readonly shell: { readonly folder: string; readonly hash: string };
  /** The path from which the whole site is served. */
  readonly base: string;
  readonly origin: string;
  /** The folder that caches the pages of this dynasty. */
  readonly folder: string;
  /** The output folder. */
  readonly out: string;
  readonly pictures: string | null;
  /** The game’s language, which its past dynasties use too. */
  readonly language: Language;
}

/** True if a dynasty's pages are up to date and in place, so that nothing has to be done. */
export function isDone(past: DynastyOver, build: PastBuild): boolean {
  const { folder, out } = build;
  return existsSync(join(folder, DIGEST)) && isPlaced(folder, out, storeKey(past, build));
}

/** True if the cached pages of a dynasty are up to date, whether or not they are in place. */
function standsAsBuilt(past: PastSite, build: PastBuild): boolean {
  const { folder } = build;
  const { key, pages } = readStore(folder);
  if (key !== storeKey(past, build) || !existsSync(join(folder, DIGEST))) return false;
  return Object.entries(pages).every(([path, page]) => stands(folder, path, page));
}

/** True if a dynasty can be shown; one that can't be read is not. */
export function isMade(folder: string): boolean {
  return existsSync(join(folder, DIGEST));
}

export function digestFile(folder: string): string {
  return join(folder, DIGEST);
}

export function digestIn(file: string): PastDigest {
  return readDigest(readFileSync(file, 'utf8'));
}

/** The HTML of its posts, which only the feeds of the game's own pages need. */
export function bodiesIn(folder: string): ReadonlyMap<string, string> {
  return new Map(JSON.parse(readFileSync(join(folder, BODIES), 'utf8')) as [id: string, html: string][]);
}

const [DIGEST, BODIES] = ['digest.json', 'bodies.json'] as const;

/**
 * Makes the pages of a past dynasty with its rules, its posts and its final state, and the digest for the game's own
 * pages, and puts them in place. Returns the problems with its display settings.
 */
/** Rules and texts that dynasties have in common, once read and rendered. */
export interface Shared {
  readonly caches: Caches;
  readonly html: Map<string, string>;
}

export async function buildPast(
  past: PastSite,
  build: PastBuild,
  shared: Shared,
): Promise<readonly string[]> {
  const problems = standsAsBuilt(past, build) ? [] : await makePast(past, build, shared);
  if (problems === null) {
    forgetPast(build.folder, build.out);
    return [`The dynasty in ${dynastyFolder(past.number)} can’t be read, and has no pages.`];
  }
  placePast(build.folder, build.out, storeKey(past, build));
  return problems;
}

/** Null if the digest of the dynasty can't be read. */
async function makePast(
  past: PastSite,
  build: PastBuild,
  { caches, html }: Shared,
): Promise<readonly string[] | null> {
  const { shell, base, origin, folder, pictures: pictureFolder, language } = build;
  const { number } = past;
  const files = unpack(past.files);
  const next = past.next === null ? null : (unpack(past.next).get(firstOf(number + 1)) ?? null);
  const [frozen] = frozenDynasties(files);
  if (frozen === undefined) return null;
  const first = beginningOf(files, number);
  const content = frozenContent(files, number, frozen.last, first.get(ARCHIVED));
  const display = findDisplay(content, caches.once(caches, 'library', readLibrary));
  const rendered = new RenderedCache(join(folder, 'rendered.json'), html);
  const showed = readShowed(files.get(showedPath(number)));
  const { ended } = frozen.about;
  const kept =
    showed === null ? await askedAnew(content, number, ended, caches) : asItEnded(content, showed, caches);
  const game = { ...kept, wording: wordingIn(language), state: headedAsPlayed(kept.state, frozen.about) };
  const { site: plain, problems } = await collectSite(game, {
    now: ended,
    over: true,
    first: first.size === 0 ? null : first,
    rendered,
    ...(display === null ? {} : { display }),
  });
  const { pictures, drawn, paths: others } = await picturesOf(plain, pictureFolder, folder);
  const place = `${base.replace(/\/?$/u, '/')}${placeOfDynasty(number)}`;
  const site = { ...plain, base: place, origin, home: base, pictures, drawn };
  showSite(site);
  const pages = await renderPages(site, allPages(site), { shell: shell.folder, base, folder });
  rendered.save();
  const changes = pastHistory(frozen, next === null ? null : begunWith(next), caches);
  putFile(join(folder, BODIES), JSON.stringify(site.posts.map(({ id, html }) => [id, html])), {
    durable: false,
  });
  putFile(join(folder, DIGEST), writeDigest(digestOfPast(frozen, site, changes)), { durable: false });
  writeStore(folder, { key: storeKey(past, build), pages: Object.fromEntries(pages), others });
  return problems;
}

/** At its end the winner already holds the office; its pages name the emperor during the dynasty. */
function headedAsPlayed(state: State, { number, name, emperor, theme = '' }: DynastyMatter): State {
  return { ...state, dynasty: { ...state.dynasty, number, name, emperor, theme } };
}

/** Shows a dynasty that kept no record of its views. If its rules can't run any more, its texts are still shown. */
async function askedAnew(
  content: ContentFiles,
  number: number,
  ended: string,
  caches: Caches,
): Promise<GameShown> {
  try {
    return await openToShow(content, ended, caches);
  } catch (error) {
    const known =
      error instanceof UnplayableError || error instanceof SandboxError || error instanceof SandboxLostError;
    if (!known) throw error;
    const why = error instanceof UnplayableError ? (error.problems[0] ?? '') : error.message;
    const told = `Dynasty ${number} is shown without its values, since its rules can’t be asked any more: ${why}`;
    return { ...asItEnded(content, NOTHING_SHOWN, caches), wrong: [told] };
  }
}

function storeKey({ key }: DynastyOver, { shell, language }: PastBuild): string {
  return `${shell.hash} ${key} ${hashOfParts([JSON.stringify(language)])}`;
}

function firstOf(number: number): string {
  return `${dynastyFolder(number)}first.json`;
}

function begunWith(first: string): Then {
  const files = readSnapshot(first);
  const game = new Map([...files].filter(([path]) => path === GAME_FILE));
  return { ruleset: rulesetIn(files), terms: readGame(game).terms };
}
