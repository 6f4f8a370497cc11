import type { Language } from '../../language/language.ts';
import { wordingIn } from '../../language/wording.ts';
import { hashOfParts } from '../../cache/cached-reads.ts';
import { hexDigest } from '#platform/hash.ts';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Caches } from '../../cache/caches.ts';
import { beginningOf, frozenContent, frozenDynasties, readSnapshot } from '../../store/dynasties/frozen.ts';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import { NOTHING_SHOWN, readShowed, showedPath } from '../../session/ask/shown-at-end.ts';
import { ARCHIVED, dynastyFolder, GAME_FILE, GAMESTATE, type ContentFiles } from '../../store/paths.ts';
import type { State } from '../../kernel/state.ts';
import type { DynastyMatter } from '../../ruleset/schema/dynasty.ts';
import { readGame } from '../../store/read-game.ts';
import { readLibrary } from '../../store/library.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { SandboxError, SandboxLostError } from '../../sandbox/host.ts';
import { putFile, putFolder, sweepDrafts } from '#platform/files.ts';
import { findOptional } from '#platform/packages.ts';
import { type RenderingCode, renderPages } from '../render/render-pages.ts';
import { collectSite } from './collect.ts';
import { peopleOf } from './collect-state.ts';
import { findDisplay } from './find-display.ts';
import { asItEnded, openToShow, type GameShown } from './game-shown.ts';
import { rulesetIn, pastHistory, type Then } from './history.ts';
import { digestOfPast, outlineOfPast, type PastDigest } from './past-shown.ts';
import { placeOfDynasty } from './past-sites.ts';
import { picturesOf } from './pictures.ts';
import { RenderedCache } from './rendered-cache.ts';

export interface PastBuild {
  readonly shell: string;
  /** The path from which the whole site is served. */
  readonly base: string;
  readonly origin: string;
  /** The folder for this dynasty's pages, named after a hash of all their inputs. It is whole or absent. */
  readonly folder: string;
  readonly pictures: string | null;
  /** The game’s language, which its past dynasties use too. */
  readonly language: Language;
}

/** The contents of a past dynasty's folder: its pages and pictures, and two files for the game’s own pages. */
const [PAGES, DIGEST, BODIES] = ['pages', 'digest.json', 'bodies.json'] as const;
/** The ending of a folder that is being made. */
const UNFINISHED = '.part';

/** Everything on which the pages of past dynasties depend besides their files, in one hash. */
export function hashOfMeans(shell: string, language: Language, library: ReadonlyMap<string, string>): string {
  // The display settings of packs are in the library; without sharp there are no pictures.
  const displays = Array.from(library).flatMap((file) => (basename(file[0]) === 'site.yml' ? file : []));
  return hashOfParts([shell, JSON.stringify(language), String(findOptional('sharp') !== null), ...displays]);
}

/** The name of a dynasty’s folder: `12-3f9a…`. */
export function nameOfPast({ number, key }: DynastyOver, means: string): string {
  return `${number}-${hexDigest('sha256', `${key} ${means}`).slice(0, 32)}`;
}

/** The folders of past dynasties that are made, by number. */
export function foldersOfPast(place: string): ReadonlyMap<number, string> {
  return new Map(madeIn(place).map((name) => [Number.parseInt(name, 10), join(place, name)]));
}

/** Removes the folders whose names aren’t wanted, and unfinished ones of killed processes. */
export function forgetPast(place: string, wanted: ReadonlySet<string>): void {
  sweepDrafts(place, (name) => name.endsWith(UNFINISHED));
  for (const name of madeIn(place))
    if (!wanted.has(name)) rmSync(join(place, name), { recursive: true, force: true });
}

function madeIn(place: string): readonly string[] {
  return existsSync(place) ? readdirSync(place).filter((name) => !name.endsWith(UNFINISHED)) : [];
}

export function pagesIn(folder: string): string {
  return join(folder, PAGES);
}

export function digestFile(folder: string): string {
  return join(folder, DIGEST);
}

export function digestIn(file: string): PastDigest {
  return JSON.parse(readFileSync(file, 'utf8')) as PastDigest;
}

/** The HTML of its posts, which only the feeds of the game's own pages need. */
export function bodiesIn(folder: string): ReadonlyMap<string, string> {
  return new Map(JSON.parse(readFileSync(join(folder, BODIES), 'utf8')) as [id: string, html: string][]);
}

/**
 * Makes the folder of a past dynasty from its files and the beginning of the next one: its pages with its rules, its posts and its final state, and the digest for the game's own
 * pages. Returns the problems with its display settings.
 */
export async function buildPast(
  number: number,
  files: ContentFiles,
  build: PastBuild,
  caches: Caches,
  code: RenderingCode | null = null,
): Promise<readonly string[]> {
  const unfinished = `${build.folder}.${crypto.randomUUID()}${UNFINISHED}`;
  rmSync(unfinished, { recursive: true, force: true });
  const problems = await makePast(number, files, { ...build, folder: unfinished }, caches, code);
  if (problems === null)
    return [`The dynasty in ${dynastyFolder(number)} can’t be read, so it has no pages.`];
  // Another process may have finished first; its result is just as good.
  if (existsSync(build.folder)) rmSync(unfinished, { recursive: true, force: true });
  else putFolder(unfinished, build.folder);
  return problems;
}

/** What the list of dynasties shows of one whose pages aren't made yet; null if it can't be read. */
export function outlineIn(number: number, files: ContentFiles): PastDigest | null {
  const [frozen] = frozenDynasties(files);
  if (frozen === undefined) return null;
  const { kinds } = (readShowed(files.get(showedPath(number))) ?? NOTHING_SHOWN).model;
  const players = [...frozen.last].filter(([path]) => path.startsWith(`${GAMESTATE}players/`));
  const { state } = readGame(new Map(players));
  return outlineOfPast(frozen, kinds, state === null ? [] : peopleOf(state, [], []));
}

/** Null if the dynasty can't be read. */
async function makePast(
  number: number,
  files: ContentFiles,
  { shell, base, origin, folder, pictures: pictureFolder, language }: PastBuild,
  caches: Caches,
  code: RenderingCode | null,
): Promise<readonly string[] | null> {
  const next = files.get(firstOf(number + 1)) ?? null;
  const [frozen] = frozenDynasties(files);
  if (frozen === undefined) return null;
  const first = beginningOf(files, number);
  const content = frozenContent(files, number, frozen.last, first.get(ARCHIVED));
  const display = findDisplay(content, caches.once(caches, 'library', readLibrary));
  const showed = readShowed(files.get(showedPath(number)));
  const { ended } = frozen.about;
  const atEnd =
    showed === null ? await askedAnew(content, number, ended, caches) : asItEnded(content, showed, caches);
  const game = { ...atEnd, wording: wordingIn(language), state: headedAsPlayed(atEnd.state, frozen.about) };
  const { site: plain, problems } = await collectSite(game, {
    now: ended,
    over: true,
    first: first.size === 0 ? null : first,
    rendered: new RenderedCache(caches),
    ...(display === null ? {} : { display }),
  });
  const out = pagesIn(folder);
  const { pictures, drawn } = await picturesOf(plain, pictureFolder, out);
  const place = `${base.replace(/\/?$/u, '/')}${placeOfDynasty(number)}`;
  const site = { ...plain, base: place, origin, home: base, pictures, drawn };
  await renderPages(site, { shell, base, out, code });
  const changes = pastHistory(frozen, next === null ? null : begunWith(next), caches);
  const bodies = JSON.stringify(site.posts.map(({ id, html }) => [id, html]));
  putFile(join(folder, BODIES), bodies, { durable: false });
  putFile(digestFile(folder), JSON.stringify(digestOfPast(frozen, site, changes)), { durable: false });
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
    const notice = `Dynasty ${number} is shown without its values, since its rules can’t be asked any more: ${why}`;
    return { ...asItEnded(content, NOTHING_SHOWN, caches), wrong: [notice] };
  }
}

function firstOf(number: number): string {
  return `${dynastyFolder(number)}first.json`;
}

function begunWith(first: string): Then {
  const files = readSnapshot(first);
  const game = new Map([...files].filter(([path]) => path === GAME_FILE));
  return { ruleset: rulesetIn(files), terms: readGame(game).terms };
}
