import { IN_ENGLISH, type Wording } from '../../language/wording.ts';
import { Caches } from '../../cache/caches.ts';
import type { Draw } from '../../kernel/chance.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Input, Resolution } from '../../kernel/inputs.ts';
import type { Manifest, RulesetChange, Terms } from '../../kernel/manifest.ts';
import { isFault, type RefusalData } from '../../kernel/refusal.ts';
import type { PostData, State } from '../../kernel/state.ts';
import type { StateChange } from '../../kernel/store.ts';
import { nameOfTime } from '../../kernel/names.ts';
import type { Coming } from '../../kernel/times.ts';
import type { Runner } from '../../sandbox/sandbox.ts';
import { SandboxError, SandboxLostError, type SandboxHost } from '../../sandbox/host.ts';
import { classifyError } from '../../sandbox/fault.ts';
import type { RulesInForce, SandboxPool } from '../../sandbox/sandbox-pool.ts';
import { failingClause, whyHopeless, type FailingClause } from './failing-clause.ts';
import { sayFault } from '../../wording/rule-fault.ts';
import { firstBroken, Stuck } from './stuck.ts';
import { UnplayableError } from './unplayable-error.ts';
import type { Edition, PlayOptions } from './play-options.ts';
import type { Outcome, Result } from '../../kernel/result.ts';
import { refusedOutcome } from './outcome.ts';
import { type LedgerLine, resolving, describeInput, describeResolved } from '../../store/ledger-line.ts';
import { GameRecord } from './record.ts';
import { Rulebook } from './rulebook.ts';
import { runnerFor } from './runner-for-game.ts';
import { Resolutions } from '../../store/post-files.ts';

/**
 * A game in play: a tree of rule files, the sandbox in which they are in force, and the record. The file is long
 * because a change to one of the three has to change the others too, or undo everything.
 */
export class Play {
  readonly #sandbox: Runner;
  readonly #isTrial: boolean;
  /** Where the sandbox goes afterwards; null if nobody else can use it. */
  readonly #pool: SandboxPool | null;
  #isOver = false;
  readonly record: GameRecord;
  readonly #rulebook: Rulebook;
  /** The part of a matter, besides its rules, that can't be merged, or null. */
  heldBy: (matter: string) => string | null = () => null;
  /** Why a matter's changes are unknown, or null if they are known. */
  whyUnread: (matter: string) => string | null = () => null;

  wording: Wording = IN_ENGLISH;

  static async start(options: PlayOptions): Promise<Play> {
    const record: GameRecord = new GameRecord(options.ledger ?? [], options.draw, () => play.model);
    const host = { draw: record.draw, ledger: record.reader };
    const caches = options.caches ?? new Caches();
    const { runner: sandbox, inForce } = await runnerFor(host, options, caches);
    const play: Play = new Play(sandbox, options, record, caches);
    try {
      if (inForce !== null) play.#rulebook.takeUp(inForce.edition, inForce.manifest);
      else {
        const problems = play.#rulebook.putInForce(play.#rulebook.edition);
        if (problems.length > 0) throw new UnplayableError(problems.map(({ message }) => message));
      }
      sandbox.load(options.state);
      record.start();
    } catch (error) {
      play.#letGo(null);
      throw play.#rulebook.isInForce || !isTooMuch(error) ? error : new UnplayableError([error.message]);
    }
    return play;
  }

  private constructor(
    sandbox: Runner,
    { files, terms, rehearse, trial = false, runner, caches: shared }: PlayOptions,
    record: GameRecord,
    caches: Caches,
  ) {
    this.caches = caches;
    this.#sandbox = sandbox;
    this.#isTrial = trial;
    this.#pool = (runner ?? caches.runner) === undefined ? (shared?.pool ?? null) : null;
    this.record = record;
    const ledger = record.reader;
    const book = { resolutions: this.resolutions, rehearse, ledger, caches };
    this.#rulebook = new Rulebook(() => this.sandbox, { files, terms }, book);
  }

  readonly caches: Caches;
  readonly resolutions = new Resolutions();
  /** Whether a private time is carried out here; by default, it is not. */
  runsInPrivate: (time: string) => boolean = () => false;
  /** Whether only Admins enact and fail matters. Scheduled actions are carried out all the same, since nobody else can. */
  isByHand: () => boolean = () => false;

  get ledger(): LedgerLine[] {
    return this.record.ledger;
  }
  get files(): ReadonlyMap<string, string> {
    return this.#rulebook.edition.files;
  }
  get terms(): Terms {
    return this.#rulebook.edition.terms;
  }
  get manifest(): Manifest {
    return this.#rulebook.manifest;
  }
  get model(): ModelDescription {
    return this.#rulebook.model;
  }
  toKnow(matter: string): readonly string[] {
    return this.#rulebook.toKnow.get(matter) ?? [];
  }
  /** Throws after the game is disposed of, because its sandbox may serve another game by then. */
  get sandbox(): Runner {
    if (this.#isOver) throw new Error('this game was disposed of, and must not be used again');
    return this.#sandbox;
  }

  take(input: Input, privateSide = false): Outcome {
    const result = this.#guarded(() => this.sandbox.take(input, privateSide));
    const outcome =
      result.ok && result.amendments.length > 0 ? this.#settle(result, result.amendments) : result;
    if (outcome.ok) this.record.accepted(input, outcome);
    else this.record.refusedRolls(input, describeInput(input), outcome);
    return outcome;
  }

  /** Takes an input, undoes it, and returns its changes; null if it was refused. Draws are the game's unless others are given. */
  tryOut(input: Input, draw = this.record.source): readonly StateChange[] | null {
    const take = (): Result => this.#guarded(() => this.sandbox.take(input));
    const result = this.#undone(take, draw);
    return result?.ok === true ? result.changes : null;
  }

  /** Refuses an action with too many steps. Steps are counted, so this happens on every machine. */
  #guarded<T extends { readonly ok: boolean }>(
    run: () => T,
  ): T | { readonly ok: false; readonly refusal: RefusalData; readonly draws: readonly Draw[] } {
    this.record.begin();
    try {
      return run();
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return { ...stoppedBy(error), draws: this.record.rolled };
    }
  }

  /** An action and the text changes it asked for happen together or not at all. */
  #settle(result: Outcome & { ok: true }, amendments: readonly RulesetChange[]): Outcome {
    const before = this.#rulebook.edition;
    const problem = this.#rulebook.amend(amendments);
    if (problem === null) {
      const settled = this.#settled();
      if (settled.ok) return { ...result, changes: settled.changes };
      this.#rulebook.goBackTo(before);
      return { ...settled, draws: result.draws };
    }
    this.#rulebook.goBackTo(before);
    this.sandbox.undo();
    return { ...refusedOutcome('ruleset', problem), draws: result.draws };
  }

  /** If it was stopped half-way, it has been undone already. */
  #settled():
    { readonly ok: true; readonly changes: readonly StateChange[] } | (Outcome & { readonly ok: false }) {
    try {
      return { ok: true, changes: this.sandbox.settle() };
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return refusedOutcome(error.code, error.message);
    }
  }

  /** Resolves one matter at a time until nothing is due. */
  tick(at: string): readonly Resolution[] {
    const done: Resolution[] = [];
    const stuck = new Stuck();
    for (;;) {
      const step = this.resolveNext(at, stuck);
      if (step === null) return done;
      if (!step.outcome.ok) continue;
      done.push(step.resolution);
      // The rules have changed, so matters that were stuck may be resolvable now.
      stuck.clear();
    }
  }

  /**
   * One step of a tick. A due matter that can't be resolved goes into `stuck`, with the reason in its outcome.
   * `begin` receives the matter and its outcome before anything is drawn for it, and again before each further try. It returns the clauses
   * that are known to fail.
   */
  resolveNext(
    at: string,
    stuck: Stuck,
    begin: (matter: string, outcome: Resolution['outcome']) => readonly FailingClause[] = () => [],
  ): { readonly resolution: Resolution; readonly outcome: Outcome } | null {
    let due: ReturnType<Runner['due']>;
    try {
      due = this.sandbox.due(at, [...stuck, ...this.#timesElsewhere()], [...stuck.aside]);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      const broken = firstBroken(this.sandbox, at, stuck);
      // If none of the remaining matters is to blame, the others have been reported already.
      if (broken === null) return null;
      const { matter, reason } = broken;
      stuck.note(matter, null);
      const resolution: Resolution = { at, matter, by: null, outcome: 'enacted' };
      return { resolution, outcome: refusedOutcome(error.code, reason) };
    }
    if (due === null) return null;
    const aside = [...stuck.aside];
    const side = this.runsInPrivate(due.matter) ? { privateSide: true } : {};
    const resolution: Resolution = { at, matter: due.matter, by: null, outcome: due.outcome, aside, ...side };
    if (due.fault !== undefined) {
      stuck.note(due.matter, due.fault);
      return { resolution, outcome: refusedOutcome(due.fault.code, sayFault(due.fault)) };
    }
    const off = begin(due.matter, due.outcome);
    const outcome =
      due.outcome === 'enacted'
        ? this.enact(resolution, off, () => void begin(due.matter, due.outcome))
        : this.#fail(resolution, off);
    if (outcome.ok) return { resolution, outcome };
    if (outcome.refusal.code === 'unplayable') {
      const failed = { ...resolution, outcome: 'failed', because: outcome.refusal.reason } as const;
      const ended = this.#fail(failed, begin(due.matter, 'failed'));
      if (ended.ok) return { resolution: failed, outcome: ended };
    }
    stuck.note(due.matter, outcome.refusal);
    return { resolution, outcome };
  }

  /** The pending matters that the engine doesn't resolve. */
  leftToAdmins(): readonly string[] {
    if (!this.isByHand()) return [];
    return Object.values(this.state().posts).flatMap(({ id, status }) => (status === 'pending' ? [id] : []));
  }

  /** Private times that only another machine can carry out. They hold up nothing else here. */
  #timesElsewhere(): readonly string[] {
    return Object.entries(this.model.times)
      .filter(([, time]) => time.private === true)
      .map(([id]) => nameOfTime(id))
      .filter((id) => !this.runsInPrivate(id));
  }

  /** Takes the result of a private time from the emperor's side, or runs it here. */
  happen(resolution: Resolution & { readonly by: string }): Outcome {
    return this.#fail(resolution, [], resolution.by);
  }

  /** A matter fails even if clauses fail at it: what these do then is left out. */
  #fail(resolution: Resolution, off: readonly FailingClause[], by = 'engine'): Outcome {
    const { at, matter } = resolution;
    const unread = this.whyUnread(matter);
    if (unread !== null) return refusedOutcome('unread', unread);
    // If leaving out a clause didn't help, nothing else reports why the matter failed.
    const modules = off.map(({ module }) => module);
    const isAll = new Set(modules).size < modules.length;
    const unheard = Object.fromEntries(
      off.flatMap(({ module, reason }) =>
        (isAll ? [''] : this.#rulebook.rulesOf(module)).map((rule) => [rule, reason]),
      ),
    );
    const result = this.#guarded(() => this.sandbox.failMatter({ ...resolution, unheard }));
    const outcome =
      result.ok && result.amendments.length > 0 ? this.#settle(result, result.amendments) : result;
    if (outcome.ok) {
      this.record.append({ at, by, what: describeResolved(resolution), ...outcome });
      return outcome;
    }
    this.record.refusedRolls({ at, by }, resolving(matter), outcome);
    const failing = resolution.outcome === 'failed' && !isAll ? failingClause(outcome.refusal) : null;
    return failing === null ? outcome : this.#fail(resolution, [...off, failing], by);
  }

  /** An admin resolves by hand, unless the rules refuse. */
  resolve(
    resolution: Resolution & { readonly by: string },
    off?: readonly FailingClause[],
    again?: () => void,
  ): Outcome {
    if (resolution.outcome === 'enacted') return this.enact(resolution, off, again);
    return this.take({
      type: 'fail',
      at: resolution.at,
      by: resolution.by,
      matter: resolution.matter,
      byHand: true,
    });
  }

  /**
   * Enacts the rules' own effects, the new ruleset and the values, all or nothing. A failing clause is switched off, and the matter is
   * tried `again`. If no clause may be switched off, it is unplayable.
   */
  enact(
    resolution: Resolution,
    off: readonly FailingClause[] = [],
    again: () => void = () => undefined,
  ): Outcome {
    const unread = this.whyUnread(resolution.matter);
    if (unread !== null) return refusedOutcome('unread', unread);
    const hopeless = whyHopeless(off);
    if (hopeless !== null) return refusedOutcome('unplayable', hopeless);
    const outcome = this.#enact(resolution, off);
    if (outcome.ok) return outcome;
    const { at, matter, by } = resolution;
    this.record.refusedRolls({ at, by: by ?? 'engine' }, resolving(matter), outcome);
    const failing = failingClause(outcome.refusal);
    if (failing === null) return outcome;
    again();
    return this.enact(resolution, [...off, failing], again);
  }

  #enact(resolution: Resolution, off: readonly FailingClause[]): Outcome {
    const unheard = Object.fromEntries(
      off.flatMap(({ module }) => this.#rulebook.rulesOf(module)).map((rule) => [rule, '']),
    );
    const begun = this.#guarded(() => this.sandbox.beginEnactment({ ...resolution, unheard }));
    if (!begun.ok) return { ok: false, refusal: begun.refusal, draws: this.record.rolled };
    const before = this.#rulebook.edition;
    const { omitted, conflict, edition } = this.#rulebook.draft(begun.enactment, begun.amendments);
    const disagreed = conflict ?? this.heldBy(resolution.matter);
    const { problem, off: left } =
      disagreed === null
        ? this.#rulebook.enforce(edition, resolution, begun.enactment.values, off)
        : { problem: disagreed, off: [] };
    const result: Outcome =
      problem === null
        ? this.#finish(resolution, { ...begun.enactment, omitted: [...omitted, ...left] }, before)
        : refusedOutcome(disagreed === null ? 'unplayable' : 'conflict', problem);
    if (result.ok) {
      const { at, matter, by } = resolution;
      this.record.append({
        at,
        by: by ?? 'engine',
        what: describeResolved({ matter, outcome: 'enacted' }),
        ...result,
      });
      return result;
    }
    this.#rulebook.goBackTo(before);
    if (problem !== null) this.sandbox.undo();
    return result;
  }

  #finish(
    resolution: Resolution,
    enactment: Parameters<Runner['finishEnactment']>[1],
    before: Edition,
  ): Outcome {
    const begun = this.record.rolled;
    const result = this.#guarded(() => {
      try {
        return this.sandbox.finishEnactment(resolution, enactment);
      } catch (error) {
        // If nothing can be drawn, it is tried again later under the old rules.
        if (!(error instanceof SandboxError || this.sandbox.dead)) this.#rulebook.goBackTo(before);
        throw error;
      }
    });
    // Both halves belong to one step.
    this.record.begin([...begun, ...this.record.rolled]);
    if (!result.ok || result.amendments.length === 0) return result;
    return this.#settle(result, result.amendments);
  }

  /**
   * The reason why an outcome that no rule forbids is refused all the same, for example by a handler, or null. The outcome is tried under
   * the rules in force and undone. A failing clause doesn't count, since the matter is then resolved without it.
   */
  whyNotCarriedOut({
    at,
    matter,
    outcome,
  }: Pick<Resolution, 'at' | 'matter' | 'outcome'>): RefusalData | null {
    const resolution: Resolution = { at, matter, outcome, by: null };
    const result = this.#undone(() => this.#guarded(() => this.#tryToEnd(resolution)));
    return result === null || result.ok || result.refusal.code === 'chance' || isFault(result.refusal)
      ? null
      : result.refusal;
  }

  /** The result of `read` if these votes were cast. The votes are undone. Null if something would have to be drawn. */
  ifCast<T>(votes: readonly Input[], read: () => T): T | null {
    return this.#undone(() => {
      this.sandbox.takeEach(votes);
      return read();
    });
  }

  #undone<T>(run: () => T, draw?: SandboxHost['draw']): T | null {
    this.sandbox.hold();
    try {
      return this.record.tentatively(run, draw);
    } finally {
      if (!this.sandbox.dead) this.sandbox.rewind();
    }
  }

  #tryToEnd(resolution: Resolution): ReturnType<Runner['failMatter']> {
    if (resolution.outcome === 'failed') return this.sandbox.failMatter(resolution);
    const begun = this.sandbox.beginEnactment(resolution);
    if (!begun.ok) return { ...begun, draws: [] };
    return this.sandbox.finishEnactment(resolution, { ...begun.enactment, omitted: [] });
  }

  /** The clash between a matter and the texts in force, for which somebody has to choose the words. */
  clashOf(post: PostData): string | null {
    return this.#rulebook.clashOf(post) ?? this.heldBy(post.id);
  }

  /** When a rule next acts here by itself, or null. */
  nextTime(at: string): string | null {
    const next = this.coming(at).find((one) => one.private !== true || this.runsInPrivate(one.id));
    return next?.at ?? null;
  }

  coming(at: string): readonly Coming[] {
    if (Object.keys(this.model.times).length === 0) return [];
    return (this.query(at, [['coming']])[0]?.value ?? []) as readonly Coming[];
  }

  query(at: string, paths: readonly (readonly string[])[]): readonly { readonly value?: unknown }[] {
    return this.sandbox.query(at, paths);
  }

  state(): State {
    return this.sandbox.state();
  }

  dispose(): void {
    const { edition, manifest } = this.#rulebook;
    this.#letGo({ edition, manifest });
  }

  /** Runs only once, because its sandbox may serve another game afterwards. */
  #letGo(rules: RulesInForce | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#pool === null) this.#sandbox.dispose();
    else this.#pool.giveBack(this.#sandbox, this.#isTrial, rules);
  }
}

/** Whether rules use more memory or steps than they may while they are loaded. */
function isTooMuch(error: unknown): error is SandboxLostError {
  const isLost = error instanceof SandboxLostError && error.code !== 'out-of-patience';
  return isLost && classifyError(error) === 'bounds';
}

function stoppedBy({ code, message, rule, where }: SandboxError): Outcome & { readonly ok: false } {
  const { refusal, ...outcome } = refusedOutcome(code, message);
  return { ...outcome, refusal: { ...refusal, rule, ...(where === undefined ? {} : { where }) } };
}
