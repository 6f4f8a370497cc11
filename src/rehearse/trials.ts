import type { PostData } from '../kernel/state.ts';
import { askRulesInForce, type PromiseAsked } from './ask-promises.ts';
import { sayTrial } from './say-trial.ts';
import { SHORT, WHOLE, type Effort } from './search-promises.ts';
import { tryMatter, type TellHindsight, type Trial } from './try-matter.ts';
import type { ContentFiles } from '../store/paths.ts';
import { splitState } from '../store/private-values.ts';
import type { Caches } from '../cache/caches.ts';
import { hashOfParts, CachedReads, readEntries } from '../cache/cached-reads.ts';
import type { Wording } from '../language/wording.ts';
import type { NewNotice } from '../session/position/outbox.ts';
import type { Position } from '../session/position/position.ts';

/** A trial takes a second, or longer with clauses. When the rules change, all pending matters are tried again, a few in each tick. */
const MOST_AT_ONCE = 6;
/** Commands ask about different matters, so the results of all pending matters are kept. */
const MOST_CACHED = 100;

/** The results of trials, cached until the matter or the rules change. */
export class Trials {
  #cached: CachedReads;
  mostAtOnce = MOST_AT_ONCE;
  readonly #in: readonly [path: string, engine: string];
  /** Set by the code that opens the game. */
  tellHindsight: TellHindsight | undefined;

  /** Results are saved in this file for the next command. Developers who run the engine from source have to delete it themselves. */
  constructor(path: string, engine: string | null = null) {
    this.#in = [path, engine ?? 'sources'];
    this.#cached = this.#read();
  }

  find(key: string): Trial | null {
    return furthest(key, (one) => this.#cached.get('trial', one));
  }

  add(key: string, trial: Trial): void {
    if (trial.fleeting !== true) this.#cached.set('trial', keyAt(key, trial.searched ?? 0), trial);
  }

  save(): void {
    this.#cached.save();
  }

  /** From now on another thread runs the trials, so that no tick waits for one. */
  leaveToOthers(): void {
    this.mostAtOnce = 0;
  }

  /** Loads the results that another thread has saved. */
  refresh(): void {
    this.#cached = this.#read();
  }

  #read(): CachedReads {
    return new CachedReads(...this.#in, MOST_CACHED);
  }

  /** The saved results of all commands, as files beside the game's for its pages. */
  beside(): readonly (readonly [string, string])[] {
    return [[TRIALS_FILE, JSON.stringify(readEntries(...this.#in).entries)]];
  }
}

/** An entry under a key never changes, so a trial with a longer search has another key. */
function keyAt(key: string, tries: number): string {
  return tries === 0 ? key : `${tries} ${key}`;
}

function furthest(key: string, get: (key: string) => unknown): Trial | null {
  for (const tries of [WHOLE.tries, SHORT.tries, 0]) {
    const trial = get(keyAt(key, tries)) as Trial | undefined;
    if (trial !== undefined) return trial;
  }
  return null;
}

const TRIALS_FILE = 'trials/of-matters.json';

/** The trials found beside a game’s files, or null if there are none. */
export function trialsIn(files: ContentFiles): ((key: string) => Trial | null) | null {
  const text = files.get(TRIALS_FILE);
  if (text === undefined) return null;
  const entries = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return (key) => furthest(key, (one) => entries[`trial ${one}`]);
}

/** The known result under this key, or a new one, which is then saved. Promises have to be searched with this effort. */
export async function triedOnce(
  trials: Trials | undefined,
  key: string,
  make: () => Promise<Trial>,
  effort?: Effort,
): Promise<Trial> {
  const known = trials?.find(key) ?? null;
  if (known !== null && isSearched(known, effort)) return known;
  const trial = await make();
  trials?.add(key, trial);
  trials?.save();
  return trial;
}

/** True if it was searched for ways to break promises. A tick skips that search, since everybody would have to wait. */
function isSearched({ searched = 0 }: Trial, effort: Effort | undefined): boolean {
  return searched >= (effort?.tries ?? 0);
}

/** The first matter that is untried under the rules in force, or else the first whose promises have not been searched. */
function findUntried(trials: Trials, play: Position['open']['play']): PostData | undefined {
  const rules = hashOfRules(play);
  const pending = Object.values(play.state().posts).flatMap((post) =>
    post.status === 'pending' && post.changes.length > 0
      ? [{ post, known: trials.find(keyUnder(rules, post)) }]
      : [],
  );
  const untried = pending.find(({ known }) => known === null);
  return (untried ?? pending.find(({ known }) => known !== null && !isSearched(known, WHOLE)))?.post;
}

/** Tries the first untried matter under the rules in force, or else asks these for their promises; false if nothing was left to do. */
export async function tryNext(trials: Trials, game: Tried): Promise<boolean> {
  const position = await game.openPosition();
  const { play } = position.open;
  try {
    const waiting = findUntried(trials, play);
    if (waiting === undefined) {
      const isLeft = isUnasked(trials, play);
      if (isLeft) {
        const promises = await askRulesInForce(await game.content(), game.now(), game.caches, WHOLE);
        const found = { ok: true, problems: [], omitted: [], typed: false, promises, searched: WHOLE.tries };
        trials.add(trialKey(play, NO_MATTER), found);
        trials.save();
      }
      return isLeft;
    }
    const state = splitState(play.state(), play.model).open;
    const files = await game.content();
    const key = trialKey(play, waiting);
    // People wait for the trial, so it comes without the search.
    const effort = trials.find(key) === null ? undefined : WHOLE;
    const depth = { tellHindsight: trials.tellHindsight, effort };
    const make = (): Promise<Trial> => tryMatter(files, state, waiting.id, game.now(), game.caches, depth);
    const trial = await triedOnce(trials, key, make, effort);
    // A result that isn't cached would be computed again and again.
    return trial.fleeting !== true;
  } finally {
    play.dispose();
  }
}

/** The rules in force are tried like a matter without changes. */
const NO_MATTER: Matter = { kind: '', title: '', changes: [] };

/** The result for the promises of the rules in force; undefined if they were not searched yet. */
export function promisesInForce(
  find: ((key: string) => Trial | null) | null,
  rules: RulesTried,
): readonly PromiseAsked[] | undefined {
  const promises = find?.(trialKey(rules, NO_MATTER))?.promises;
  return promises === 'as-before' ? undefined : promises;
}

function isUnasked(trials: Trials, play: Position['open']['play']): boolean {
  return (
    play.manifest.rules.some(({ promises = [] }) => promises.length > 0) &&
    trials.find(trialKey(play, NO_MATTER)) === null
  );
}

/** True if a matter has not been tried under the rules in force, or their promises have not been checked. */
export function hasUntried(trials: Trials, play: Position['open']['play']): boolean {
  return findUntried(trials, play) !== undefined || isUnasked(trials, play);
}

interface Tried {
  openPosition(): Promise<Position>;
  content(): Promise<ContentFiles>;
  now(): string;
  readonly caches: Caches;
}

/** Adds the result of each matter's trial to its summary. */
export async function withTrials(
  {
    trials,
    now,
    caches,
  }: { readonly trials?: Trials; readonly now: string; readonly caches?: Caches | undefined },
  position: Position,
  files: ContentFiles,
  notices: readonly NewNotice[],
): Promise<readonly NewNotice[]> {
  if (trials === undefined) return notices;
  const { play } = position.open;
  // A proposed clause is tried without access to anything private.
  const state = splitState(play.state(), play.model).open;
  let left = trials.mostAtOnce;
  const withTrials: NewNotice[] = [];
  for (const notice of notices) {
    const isSummary = notice.tell === 'comment' && notice.key === 'standing';
    const post = isSummary ? state.posts[position.posts.idOf(notice.post)] : undefined;
    if (!isSummary || post?.status !== 'pending' || post.changes.length === 0) {
      withTrials.push(notice);
      continue;
    }
    const key = trialKey(play, post);
    let trial = trials.find(key);
    if (trial === null && left > 0) {
      left -= 1;
      trial = await tryMatter(files, state, post.id, now, caches, { tellHindsight: trials.tellHindsight });
      trials.add(key, trial);
    }
    const isStuck = notices.some(
      (one) => one.tell === 'label' && one.post === notice.post && one.labels.includes('stuck'),
    );
    const tried = sayTrial(trial, play.wording, isStuck);
    withTrials.push({ ...notice, text: `${notice.text}${tried && `\n${tried}`}` });
  }
  trials.save();
  return withTrials;
}

/** Identifies a result: the same matter under the same rules and in the same language gets the same one. */
export function trialKey(rules: RulesTried, matter: Matter): string {
  return keyUnder(hashOfRules(rules), matter);
}

interface RulesTried {
  readonly files: ContentFiles;
  readonly wording: Wording;
}

type Matter = Pick<PostData, 'kind' | 'title' | 'changes'>;

function keyUnder(rules: string, { kind, title, changes }: Matter): string {
  return hashOfParts([rules, kind, title, JSON.stringify(changes)]);
}

/** Independent of the order in which the files were read. */
function hashOfRules({ files, wording: { language } }: RulesTried): string {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashOfParts([language.tag, JSON.stringify(language.texts), ...sorted.flat()]);
}
