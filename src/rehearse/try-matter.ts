import { Stuck } from '../session/play/stuck.ts';
import { sayFault } from '../wording/rule-fault.ts';
import { waysOut, whyNot } from '../wording/ways-out.ts';
import { Caches } from '../cache/caches.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Resolution } from '../kernel/inputs.ts';
import type { State } from '../kernel/state.ts';
import { openGame } from '../session/play/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import { ledgerReader } from '../store/ledger-line.ts';
import { failingClause, type FailingClause } from '../session/play/failing-clause.ts';
import type { Edition, RehearseRules } from '../session/play/play-options.ts';
import { sayLocks, whyNotOn } from '../session/play/say-rehearsal.ts';
import { describeCarried, type GameSeen } from './carried-over.ts';
import {
  askPromises,
  playPromise,
  promisesOf,
  type LinePlayed,
  type PromiseAsked,
  type PromisesToAsk,
} from './ask-promises.ts';
import { coursesOf, inFavour, type Course } from '../wording/courses.ts';
import { CHECKED_AFTER_HOURS } from './play-matter.ts';
import { rehearseLater, rehearseRules } from './rehearse-rules.ts';
import { findTitlesAlike, sayUnheard } from './lint/lint-rules.ts';
import { tryScenarios } from './scenarios/try-scenarios.ts';
import { CANNOT_PASS, isUndecidable } from '../wording/health.ts';
import { namingOf, titleOfKind } from '../wording/naming.ts';
import { sayLeftOutChange } from '../wording/say-changes.ts';
import { inARow } from '../kernel/sentence.ts';
import type { Outcome } from '../kernel/result.ts';
import type { Play } from '../session/play/play.ts';
import { adminsIn } from '../store/read-game.ts';
import type { Manifest, RuleEntry } from '../kernel/manifest.ts';
import { inert, inertShort } from '../wording/inert.ts';
import { clausesInWords } from './clause-in-words.ts';
import { WHOLE, type Effort } from './search-promises.ts';
import { OTHER_DRAWS, saidInAll, seededDraw } from './rehearsal-room.ts';
import { namesGone, sayMissed } from './say-missed.ts';
import { mayPromise } from '../promises/read-promises.ts';
import { sayPassing } from './at-passing.ts';
import { watchJoining, watchWinning } from './watch-winning.ts';
import { isTheSameToClauses } from './without-clause.ts';
import {
  canCheckTypes,
  compareTypes,
  CompilerFailedError,
  definedIn,
  unhandled,
  type TypeProblem,
} from './types/check-types.ts';
import { UnplayableError } from '../session/play/unplayable-error.ts';
import { describeProblem, newProblems, type Problem } from '../ruleset/problem.ts';
import { readRuleset } from '../ruleset/read.ts';
import { SandboxError, SandboxLostError, type SandboxHost } from '../sandbox/host.ts';

/** The result of enacting a matter in a throwaway game. */
export interface Trial {
  /** True if it came into force there once everybody supported it. */
  readonly ok: boolean;
  /** The obstacles, a sentence each. */
  readonly problems: readonly string[];
  /** Consequences that are allowed but that people should know, a sentence each. */
  readonly warnings?: readonly string[] | undefined;
  /** Changes that would be omitted, each with the reason, such as a missing tag. */
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  /** The definitions of each clause that it changes, in Markdown, an item each. */
  readonly clauses?: readonly string[] | undefined;
  /** Its effect on scenarios, in Markdown, an item each: those that it brings, and those that it breaks. */
  readonly scenarios?: readonly string[] | undefined;
  /** The changes that the moment at which it passes would make, a sentence each. */
  readonly passing?: readonly string[] | undefined;
  /** How the last weeks would have gone under the new rules, as plain text: a sentence, and the differences. */
  readonly hindsight?: readonly string[] | undefined;
  /** The result for each promise that the rules would make. Missing if there was no search. */
  readonly promises?: readonly PromiseAsked[] | 'as-before' | undefined;
  /** The most moves that the search tried. */
  readonly searched?: number | undefined;
  /** True if clauses were changed, and so their types were checked. */
  readonly typed: boolean;
  /** True if the machine may be at fault rather than the matter. Such a result is reported but not cached. */
  readonly fleeting?: boolean | undefined;
}

/**
 * Plays the matter in a copy of the game, in which everybody votes for it and time passes. The result says what the rules omit from it,
 * whether the changed rules can be loaded, and whether anything could still be enacted under them.
 */
export async function tryMatter(
  files: ContentFiles,
  state: State,
  id: string,
  now: string,
  caches: Caches = new Caches(),
  { tellHindsight, effort, beforeTheRest }: Depth = {},
): Promise<Trial> {
  let off: readonly FailingClause[] = [];
  const enact = (draw?: SandboxHost['draw']): Promise<Enacted> =>
    enactInCopy(files, state, id, now, caches, off, draw);
  let enacted = await enact();
  // A busy or full machine isn't the matter's fault, so the matter gets a second chance.
  if (enacted.lost !== null && MACHINE_MAY_BE_AT_FAULT.has(enacted.lost.code)) enacted = await enact();
  // A tick leaves out a clause that had to be stopped, so this does too.
  for (let failing; off.length < MOST_OFF && (failing = clauseThatStopped(enacted)) !== null;) {
    off = [...off, failing];
    enacted = await enact();
  }
  const { asked, later } = enacted;
  if (enacted.isDrawn) {
    const all: (readonly string[])[] = [enacted.trial.passing ?? []];
    for (const draw of OTHER_DRAWS) all.push((await enact(draw())).trial.passing ?? []);
    enacted = { ...enacted, trial: { ...enacted.trial, passing: [...saidInAll(all), BY_CHANCE] } };
  }
  if (enacted.trial.ok && asked !== null && beforeTheRest?.(enacted.trial) === false) return enacted.trial;
  const trial = { ...enacted.trial, warnings: later.warnings() };
  if (asked === null) return { ...trial, searched: WHOLE.tries };
  const { before, after } = asked.game;
  const scenarios = await tryScenarios(before, after, { caches, wording: asked.wording });
  const hindsight = trial.ok ? await tellHindsight?.(before, after) : undefined;
  const whole = { ...trial, scenarios, hindsight, searched: trial.ok ? effort?.tries : WHOLE.tries };
  if (effort === undefined || !trial.ok) return whole;
  try {
    return { ...whole, promises: promisesAfter({ ...asked, effort }) };
  } catch (error) {
    // Rules that exceed the time limit say nothing about promises, and the rest of the trial should be shown even on a slow machine.
    if (!(error instanceof SandboxError || error instanceof SandboxLostError)) throw error;
    return {
      ...whole,
      promises: [],
      warnings: [...trial.warnings, `promises could not be searched: ${error.message}`],
    };
  }
}

const BY_CHANCE = 'chance decides what else changes';

/** Empty if the rules promise nothing. */
function promisesAfter(asked: PromisesToAsk): Trial['promises'] {
  const { before, after } = asked.game;
  if (!asked.rules.some(({ promises = [] }) => promises.length > 0)) return [];
  if (isTheSameToClauses(before, after) && promisingIn(before) === promisingIn(after)) return 'as-before';
  return askPromises(asked);
}

/** The files that may make promises, in one text. */
function promisingIn({ files }: Edition): string {
  const all = [...files].filter(([, text]) => mayPromise(text));
  return JSON.stringify(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The promises that a matter takes away. A rule that makes the same promise keeps it. */
function describeWithdrawn(before: Manifest, after: Manifest): readonly string[] {
  const madeIn = ({ rules }: Manifest) =>
    rules.flatMap(({ status, title, promises = [] }) =>
      status === 'active' ? promises.map(({ says }) => ({ title, says })) : [],
    );
  const stillMade = new Set(madeIn(after).map(({ says }) => says));
  return madeIn(before)
    .filter(({ says }) => !stillMade.has(says))
    .map(({ title, says }) => `from then on ${title} no longer promises that ${says}`);
}

/** Plays the way that breaks a promise in a copy in which the matter has come into force. Null if it isn't possible any more. */
export async function playBroken(
  files: ContentFiles,
  state: State,
  { id, now, broken }: { readonly id: string; readonly now: string; readonly broken: PromiseAsked },
  caches: Caches,
): Promise<readonly LinePlayed[] | null> {
  const { asked } = await enactInCopy(files, state, id, now, caches, []);
  return asked && playPromise(asked, broken);
}

/** Work beyond enacting the matter. */
export interface Depth {
  readonly tellHindsight?: TellHindsight | undefined;
  /** How thoroughly to search for ways to break promises. If it is missing, there is no search. */
  readonly effort?: Effort | undefined;
  /** Gets the trial before risks, past weeks and that search, which take most of the time, and says whether to go on to them. */
  readonly beforeTheRest?: ((trial: Trial) => boolean) | undefined;
}

/** Replays the last weeks under other rules and returns a sentence for each difference. Provided by callers that can read those weeks. */
export type TellHindsight = (before: Edition, after: Edition) => Promise<readonly string[]>;

const MOST_OFF = 3;
const LAST_HOUR = Math.max(...CHECKED_AFTER_HOURS);

function clauseThatStopped({ lost }: Enacted): FailingClause | null {
  if (lost === null) return null;
  const { code, message: reason, where = '' } = lost;
  return failingClause({ code, reason, rule: null, where });
}

const MACHINE_MAY_BE_AT_FAULT: ReadonlySet<SandboxLostError['code']> = new Set([
  'out-of-patience',
  'no-spare-memory',
]);

interface Enacted {
  readonly trial: Trial;
  /** All warnings, with those that take long to find. */
  readonly later: ReturnType<typeof rehearseWith>['later'];
  /** The reason why the sandbox was ended, or null. */
  readonly lost: SandboxLostError | null;
  /** True if what the moment of passing changes depends on draws. */
  readonly isDrawn: boolean;
  /** The game once it was enacted and has changed the rules; null if it has not. */
  readonly asked: Omit<PromisesToAsk, 'effort'> | null;
}

async function enactInCopy(
  files: ContentFiles,
  state: State,
  id: string,
  now: string,
  caches: Caches,
  off: readonly FailingClause[],
  draw = seededDraw(),
): Promise<Enacted> {
  const warnings: string[] = [];
  const { rehearse, later } = rehearseWith(warnings, state);
  const { play, read } = await openGame(files, { trial: true, rehearse, draw, caches });
  const before = { files: play.files, terms: play.terms };
  const found = (trial: Partial<Trial>, more: Partial<Enacted> = {}): Enacted => ({
    trial: { ok: false, problems: [], warnings, omitted: [], typed: false, ...trial },
    later,
    lost: null,
    asked: null,
    isDrawn: false,
    ...more,
  });
  try {
    const post = state.posts[id];
    if (post === undefined) return found({});
    const { manifest } = play;
    const course = coursesOf(play.sandbox, play.model, now).find(({ kind }) => kind === post.kind);
    loadAlone(play, state, id);
    if (course !== undefined) voteForIt(play, course, id, now);
    const seenBefore: GameSeen = { model: play.model, state: play.state(), files: play.files };
    const sayWinning = watchWinning(play, now);
    const sayJoining = watchJoining(play, now);
    for (const at of CHECKED_AFTER_HOURS.map((hours) => hoursAfter(now, hours))) {
      const stuck = new Stuck();
      // Rules may fail in time what another rule keeps from passing.
      let unpassed: readonly string[] = [];
      const begin = (matter: string, outcome: Resolution['outcome']): readonly FailingClause[] => {
        if (matter === id && outcome === 'failed') unpassed = whyUndecided(play, id, at, course);
        return off;
      };
      const due = outcomeOf(id, () => play.resolveNext(at, stuck, begin));
      const outcome = due ?? (course?.byHand === true ? enactedByHand(play, id, at, off) : null);
      if (outcome === null) continue;
      if (!outcome.ok) return found({ problems: [outcome.refusal.reason] });
      warnings.push(...describeWithdrawn(manifest, play.manifest), ...sayWinning(at));
      const seen = await cameOf(play, id, seenBefore, warnings, unpassed);
      if (seen.ok !== true) return found(seen);
      const passing = sayPassing(outcome.changes, post, seenBefore, play);
      const game = { before, state: withPosts(play, state), at, ledger: ledgerReader(read.ledger), caches };
      const asked = play.files === before.files ? null : promisesOf(play, game, now);
      warnings.push(...sayJoining(at), ...(asked === null ? [] : sayUndecidable(play, state, id, at)));
      return found({ ...seen, passing }, { asked, isDrawn: outcome.draws.length > 0 });
    }
    return found({
      problems: course === undefined ? [] : whyUndecided(play, id, hoursAfter(now, LAST_HOUR), course),
    });
  } catch (error) {
    return found(failureIn(error), { lost: error instanceof SandboxLostError ? error : null });
  } finally {
    play.dispose();
  }
}

/** Other pending matters could come first. */
function loadAlone({ sandbox }: Play, state: State, id: string): void {
  const posts = Object.entries(state.posts).filter(([, one]) => one.id === id || one.status !== 'pending');
  sandbox.load({ ...state, posts: Object.fromEntries(posts) });
}

/** The copy has no other matters. */
function withPosts(play: Play, { posts }: State): State {
  return { ...play.state(), posts: { ...posts, ...play.state().posts } };
}

function rehearseWith(warnings: string[], state: State) {
  const later = { warnings: (): readonly string[] => warnings };
  const rehearse: RehearseRules = (amendment) => {
    const rehearsal = rehearseRules(amendment);
    const place = warnings.push(...sayLocks(rehearsal));
    // The enactment will add lines, which this is not to see.
    const ledger = Array.from({ length: amendment.ledger.length }, (_, n) => amendment.ledger.at(n));
    const find = (): readonly string[] => rehearseLater({ ...amendment, ledger }, state);
    if (whyNotOn(rehearsal) === null) later.warnings = () => warnings.toSpliced(place, 0, ...find());
    return rehearsal;
  };
  return { rehearse, later };
}

/** The outcome of scheduled actions at that time says nothing about the matter. */
function outcomeOf(id: string, next: () => ReturnType<Play['resolveNext']>): Outcome | null {
  let step = next();
  while (step !== null && step.resolution.matter !== id) step = next();
  return step?.outcome ?? null;
}

/** The rule that keeps it from passing although everybody is in favour, and what people can do. */
function whyUndecided(play: Play, matter: string, at: string, course: Course | undefined): readonly string[] {
  const [by] = course?.byHand === true ? adminsIn(play.state()) : [];
  const refusal = whyNot(play.sandbox, at, 'may-enact', { matter, ...(by !== undefined && { by }) });
  const post = play.state().posts[matter];
  return refusal === null || !post ? [] : [sayFault(refusal, CANNOT_PASS, waysOut(play, at, post))];
}

/** The outcome if an Admin enacts it; null if none may. */
function enactedByHand(
  play: Play,
  matter: string,
  at: string,
  off: readonly FailingClause[],
): Outcome | null {
  const { sandbox } = play;
  const by = adminsIn(play.state()).find((one) => sandbox.why(at, 'may-enact', { matter, by: one }) === null);
  return by === undefined ? null : play.resolve({ at, matter, by, outcome: 'enacted' }, off);
}

/** The result for a matter that was resolved; consequences are added to the warnings. */
async function cameOf(
  play: Play,
  id: string,
  before: GameSeen,
  warnings: string[],
  unpassed: readonly string[],
): Promise<Partial<Trial>> {
  const seen: GameSeen = { model: play.model, state: play.state(), files: play.files };
  warnings.push(...describeCarried(before, seen));
  const { status, omitted = [] } = seen.state.posts[id] ?? {};
  const clauses = changedClauses(before.files, play);
  if (status !== 'enacted')
    return { problems: [...omitted.map(({ reason }) => reason), ...unpassed], typed: false, clauses };
  const naming = namingOf(play);
  const isChanged = (path: string): boolean => before.files.get(path) !== play.files.get(path);
  // A repealed rule takes its clause with it, on which other clauses may depend.
  const paths = [...before.files.keys(), ...play.files.keys()];
  const typed = canCheckTypes() && paths.some((path) => path.endsWith('.ts') && isChanged(path));
  const types = typed ? await compareTypes(play.files, play.model) : [];
  const isOwn = ({ file }: TypeProblem): boolean => isChanged(file);
  // Other clauses compiled before, so what they now miss is described in words.
  const others = types.filter((one) => !isOwn(one));
  const gone = namesGone(before.model, seen.model);
  const missed = sayMissed(others, new Set(unhandled(others, play.files, definedIn([], gone))), gone, play);
  warnings.push(...missed.map((one) => `from then on ${one}`));
  // A clause with type errors comes into force all the same if it can be run.
  const own = unhandled(types.filter(isOwn), play.files);
  warnings.push(
    ...own.map(({ file, line, message }) => `the code has an error at ${file}:${line}: ${message}`),
  );
  const alike = titlesAlike(before.files, play);
  warnings.push(
    ...sayUnheard(play.files, play.model, isChanged),
    ...newDoubts(before.files, play)
      .filter(({ code }) => !LEFT_OUT.has(code))
      .map(describeProblem),
    ...titlesAlike(play.files, play).filter((one) => !alike.includes(one)),
  );
  return {
    ok: true,
    problems: [],
    omitted: omitted.map(({ change, reason }) => ({ change: sayLeftOutChange(change, naming), reason })),
    typed: typed && own.length + others.length === 0,
    clauses,
  };
}

/** The matter says itself what it leaves out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['row-left-out', 'no-such-promise']);

/** The other pending matters that no rule decides any more, under the rules now in force. */
function sayUndecidable(play: Play, { posts }: State, id: string, now: string): readonly string[] {
  const others = Object.values(posts).filter((post) => post.status === 'pending' && post.id !== id);
  const { sandbox } = play;
  const state = play.state();
  const left = Map.groupBy(others, ({ kind }) => kind);
  return [...left].flatMap(([kind, pending]) => {
    const [first] = pending;
    if (first === undefined || !Object.hasOwn(play.model.kinds, kind)) return [];
    sandbox.load({ ...state, posts: { [first.id]: first } });
    if (!isUndecidable(sandbox, now, first.id)) return [];
    const titles = inARow(pending.map(({ title }) => `“${title}”`));
    return [
      `no rule would say when a ${titleOfKind(play.model, kind)} passes or fails: ${titles} would stay pending until one does`,
    ];
  });
}

/** Doubts about the rules that there were not before. */
export function newDoubts(
  before: Edition['files'],
  { files, terms, caches }: Pick<Play, 'files' | 'terms' | 'caches'>,
): readonly Problem[] {
  return newProblems(readRuleset(before, terms, caches).doubts, readRuleset(files, terms, caches).doubts);
}

function titlesAlike(
  files: Edition['files'],
  { terms, caches }: Pick<Play, 'terms' | 'caches'>,
): readonly string[] {
  const { manifest } = readRuleset(files, terms, caches);
  return findTitlesAlike(manifest.rules).map(({ where, what }) => `${where}: ${what}`);
}

/** The result if a matter was interrupted by this error. Other errors are thrown again. */
function failureIn(error: unknown): Partial<Trial> {
  if (error instanceof UnplayableError) return { problems: error.problems };
  if (error instanceof CompilerFailedError) return { problems: [error.message], fleeting: true };
  if (error instanceof SandboxError) return { problems: [error.message] };
  if (!(error instanceof SandboxLostError)) throw error;
  return { problems: [error.message], fleeting: error.code === 'no-spare-memory' };
}

/** Casts all votes at once, which is much faster, or one by one if the rules fail at one of them. */
function voteForIt(play: Play, course: Course, id: string, at: string): void {
  const { sandbox } = play;
  const votes = Object.keys(play.state().players).map((by) => inFavour(course, id, by, at));
  sandbox.hold();
  try {
    sandbox.takeEach(votes);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    sandbox.rewind();
    for (const vote of votes) play.take(vote);
  }
}

const MOST_CLAUSES = 12;

function changedClauses(before: Edition['files'], play: Play): readonly string[] {
  const { manifest, model, terms, files, wording } = play;
  const changed = manifest.rules.filter(
    ({ clause }) => clause !== null && before.get(clause) !== files.get(clause),
  );
  const say = clausesInWords({ model, terms, files, wording });
  const lines = (rule: RuleEntry): string =>
    [`**${inert(rule.title)}**`, ...say(rule).map((line) => inertShort(line, 400))].join('\n  - ');
  return changed.slice(0, MOST_CLAUSES).map(lines);
}
