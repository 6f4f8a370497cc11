import { PassedDates } from './dated-words.ts';
import { assertSound } from './assertions.ts';
import { explained, triedOnly, namedIn, whyRefused, type WordsOfQuestion } from './asking.ts';
import { asAWhole, callHook, emit, HarnessError } from './calls.ts';
import { dispatch, postCalled, takeInput } from './dispatch.ts';
import { changePost } from './post-entity.ts';
import type { Input, Resolution } from './inputs.ts';
import type { Result } from './result.ts';
import { type KernelOptions, newCaches, newFrame, type Runtime } from './runtime.ts';
import type { Manifest, RulesetChange } from './manifest.ts';
import type { Enactment } from './matter-changes.ts';
import { withMeantRule } from './meant-rule.ts';
import { migrate } from './migrate.ts';
import type { Inspect, Model } from './model.ts';
import { newRuntime } from './new-runtime.ts';
import { noteBroken } from './watched-promises.ts';
import { setPath } from './paths.ts';
import { clearState, loadState, putInForce, use } from './put-in-force.ts';
import { query } from './query.ts';
import { Refusal, type RefusalData, type RuleError } from './refusal.ts';
import { beginEnactment, checkResolution, fail, finishEnactment, nextDue, type Due } from './resolving.ts';
import type { LaidOn, State } from './state.ts';
import type { StateChange } from './store.ts';
import { happen, keepTimes } from './times.ts';
import { refuseTooLarge } from './too-large.ts';
import type { Explanation } from './trace.ts';
import { withWayIn } from './way-in.ts';
import { ensurePerson, refuseUnlisted, toPerson } from './world.ts';
import type { PersonEntity } from './game-entities.ts';

/**
 * A game under a ruleset. Apart from its own state it is pure: the same rules, state and input give the same result. It is the kernel's
 * only entry point, and therefore a long file: each method has a few lines around code from elsewhere, and all of them share the open
 * step.
 */
export class Kernel {
  readonly runtime: Runtime;
  readonly #options: KernelOptions;
  #open: { mark: number; rules?: Model } | null = null;
  readonly #dates = new PassedDates();
  /** The cached answers from before a step that had to begin without any, in a game that is held. */
  #forgotten: Pick<Runtime, 'caches' | 'model'> | null = null;
  /** The rules that were active before the current link, if one is in progress. */
  #before: Model | null = null;

  constructor(options: KernelOptions) {
    this.#options = options;
    this.runtime = newRuntime(options);
  }

  /** Loads a ruleset. If it has problems, all are returned and nothing changes. `inspect` can object to what the clauses define. */
  link(given: Manifest, inspect?: Inspect): readonly RuleError[] {
    this.#before = this.runtime.model;
    return putInForce(this.runtime, given, this.#options.clauseOf, inspect);
  }

  /** Loads a stored state and converts it to the rules in force. */
  load(state: State | null): void {
    loadState(this.runtime, state);
  }

  /** Clears the game and anything left open. */
  clear(): void {
    this.recover();
    clearState(this.runtime);
  }

  /** From now on, `rewind` returns the game to its present state, any number of times. */
  hold(): void {
    this.runtime.store.hold();
  }

  /** Returns the game to where it was held. Faster than loading it again. */
  rewind(): void {
    this.#open = null;
    this.runtime.store.rewind();
  }

  get state(): State {
    return this.runtime.store.state;
  }

  /** Takes one input. If it asks for changes of the ruleset, it stays open until `settle`. */
  take(input: Input, privateSide = false): Result {
    const mark = this.#begin(input.at, privateSide);
    const what = `${input.by}: ${'action' in input ? input.action : input.type}`;
    return this.#finish(mark, what, () => takeInput(this.runtime, input), input.by);
  }

  #begin(at: string, privateSide: boolean): number {
    if (this.#open !== null) throw new HarnessError('the previous step is still open');
    this.#setClock(at);
    this.runtime.frame = newFrame(privateSide);
    this.runtime.reads = null;
    return this.runtime.store.mark;
  }

  #setClock(at: string): void {
    if (this.runtime.now !== at) this.runtime.store.touch('now');
    this.runtime.store.touch('ledger');
    this.runtime.now = at;
    // Rules may have read a dated value when they were defined. An unreadable one was refused when it was amended.
    const { manifest } = this.runtime.model;
    this.#dates.follow(manifest, at, () => this.#redefine(manifest));
  }

  #redefine(manifest: Manifest): void {
    const { whileRedefining } = this.#options;
    if (whileRedefining === undefined) this.link(manifest);
    else whileRedefining((inspect) => this.link(manifest, inspect));
  }

  /** Reads the game at a given time, including private values. */
  read(at: string, path: readonly string[]): unknown {
    this.#setClock(at);
    this.runtime.frame = newFrame(true);
    return query(this.runtime, path);
  }

  #finish(mark: number, what: string, run: () => void, by: string | null = null): Result {
    const { store, frame } = this.runtime;
    let changes: readonly StateChange[];
    try {
      run();
      keepTimes(this.runtime);
      noteBroken(this.runtime, mark);
      changes = store.changesSince(mark);
      refuseTooLarge(store.state, changes);
      refuseUnlisted(this.runtime, changes);
      assertSound(this.runtime, changes, what);
      this.#options.mayEnd?.(frame.spared);
    } catch (error) {
      return this.#refused(error, mark, by);
    }
    const result: Result = {
      ok: true,
      changes,
      amendments: frame.amendments,
      draws: frame.draws,
      result: frame.result,
      ...(frame.disclosed === null ? {} : { disclosed: frame.disclosed }),
    };
    if (frame.amendments.length > 0) this.#open = { mark };
    else store.commit();
    return result;
  }

  /** The next thing that is due at this time under the rules in force. */
  due(at: string, except: readonly string[] = [], aside: readonly string[] = []): Due | null {
    this.#begin(at, false);
    return this.#without(aside, () => {
      this.runtime.frame.reading++;
      try {
        const due = nextDue(this.runtime, except);
        this.#options.mayEnd?.(this.runtime.frame.spared);
        return due;
      } finally {
        this.runtime.frame.reading--;
      }
    });
  }

  /** Hides pending matters from the rules. Their answers from before and meanwhile aren't cached. */
  #without<T>(aside: readonly string[] = [], run: () => T): T {
    if (aside.length === 0) return run();
    const { runtime } = this;
    runtime.aside = new Set(aside);
    runtime.caches.memos.clear();
    try {
      return run();
    } finally {
      runtime.aside = new Set();
      runtime.caches.memos.clear();
    }
  }

  /** Fails a matter for the engine, or does what a rule does at a set time. */
  failMatter(resolution: Resolution): Result {
    const { at, matter, outcome, because, aside, unheard = {} } = resolution;
    const mark = this.#begin(at, false);
    this.runtime.frame.unheard = unheard;
    return this.#finish(mark, outcome === 'happened' ? matter : `failing ${matter}`, () => {
      if (outcome === 'happened') asAWhole(this.runtime, () => happen(this.runtime, matter, resolution));
      else {
        const post = postCalled(this.runtime, matter);
        if (because === undefined)
          this.#without(aside, () => {
            checkResolution(this.runtime, post, 'failed', null);
          });
        fail(this.runtime, post, null);
        const { stopped } = this.runtime.frame;
        const failing = because === undefined ? [] : [{ change: 'everything', reason: because }];
        if (failing.length + stopped.length > 0) changePost(post, { omitted: [...failing, ...stopped] });
      }
      emit(this.runtime, 'changed', {});
    });
  }

  /**
   * The first half of an enactment, under the current rules. It stays open: the caller changes the ruleset according to `enactment` and
   * `amendments`, links it and calls `finishEnactment`, or gives up with `undo`.
   */
  beginEnactment({
    at,
    matter,
    by,
    aside,
    unheard = {},
  }: Resolution):
    | (Result & { readonly ok: false })
    | { readonly ok: true; readonly enactment: Enactment; readonly amendments: readonly RulesetChange[] } {
    const mark = this.#begin(at, false);
    const { frame } = this.runtime;
    frame.unheard = unheard;
    try {
      const person = by === null ? null : ensurePerson(this.runtime, by);
      this.#without(aside, () => {
        checkResolution(this.runtime, postCalled(this.runtime, matter), 'enacted', person);
      });
      const enactment = beginEnactment(this.runtime, postCalled(this.runtime, matter), person);
      this.#options.mayEnd?.(frame.spared);
      this.#open = { mark, rules: this.runtime.model };
      return { ok: true, enactment, amendments: frame.amendments };
    } catch (error) {
      return this.#refused(error, mark, by);
    }
  }

  /** Undoes the step. An error that isn't a refusal is a bug and is thrown again. */
  #refused(error: unknown, mark: number, by: string | null): Result & { readonly ok: false } {
    this.runtime.store.undoTo(mark);
    if (!(error instanceof Refusal)) throw error;
    const { draws } = this.runtime.frame;
    const refusal = withMeantRule(this.runtime, error.toData());
    return { ok: false, refusal: by === null ? refusal : withWayIn(this.runtime, by, refusal), draws };
  }

  finishEnactment({ matter, by }: Resolution, enactment: Enactment): Result {
    const before = this.#open?.rules ?? this.runtime.model;
    const mark = this.#mustBeOpen();
    const { frame } = this.runtime;
    frame.amendments.length = 0;
    // A clause that failed is switched off by now, unless the matter has mended it.
    frame.unheard = {};
    return this.#finish(mark, `enacting ${matter}`, () => {
      const [fault] = migrate(this.runtime);
      if (fault !== undefined) throw fault;
      const person: PersonEntity | null = by === null ? null : toPerson(this.runtime, by);
      finishEnactment(this.runtime, postCalled(this.runtime, matter), person, enactment, before);
      emit(this.runtime, 'changed', {});
    });
  }

  /** Called after defining the rules was interrupted. The earlier rules are in force again, and an open step waits for other rules. */
  stopDefining(): void {
    this.runtime.defining = false;
    if (this.#before !== null) use(this.runtime, this.#before);
  }

  /** Called after a call was interrupted. Undoes everything since the last step. */
  recover(): void {
    this.#open = null;
    // It may have been interrupted while rules were defined again at a date.
    this.runtime.defining = false;
    this.runtime.store.rollBack();
    this.forget();
  }

  /** Drops all cached answers, so that the next question takes as many steps as it always does. */
  forget(): void {
    const { caches, model, store } = this.runtime;
    // Caches would grow without limit in a game that runs for long.
    this.#forgotten = store.isHeld ? { caches, model } : null;
    this.runtime.caches = newCaches();
  }

  /** Called after a step that began without cached answers. Restores them if the rules are still the same. */
  remember(): void {
    if (this.#forgotten?.model === this.runtime.model) this.runtime.caches = this.#forgotten.caches;
    this.#forgotten = null;
  }

  #mustBeOpen(): number {
    if (this.#open === null) throw new HarnessError('no step is open');
    const { mark } = this.#open;
    this.#open = null;
    return mark;
  }

  /** Called once the ruleset has been changed as requested. Converts the tracked values. */
  settle(): readonly StateChange[] {
    const mark = this.#mustBeOpen();
    const { store } = this.runtime;
    try {
      migrate(this.runtime);
      const changes = store.changesSince(mark);
      const { state } = store;
      refuseTooLarge(state, changes);
      store.commit();
      return changes;
    } catch (error) {
      store.undoTo(mark);
      throw error;
    }
  }

  /** Called if the ruleset couldn't be changed as requested. Undoes the input. */
  undo(): void {
    const mark = this.#mustBeOpen();
    this.runtime.store.undoTo(mark);
  }

  /** Sets a value without asking the rules, as the beginning of a scenario does. */
  assume(path: string, value: unknown): void {
    this.runtime.frame = { ...newFrame(true), assuming: true };
    setPath(this.runtime, path, value);
    this.runtime.store.commit();
  }

  layOn(post: string, votes: LaidOn): void {
    changePost(postCalled(this.runtime, post), votes);
    this.runtime.store.commit();
  }

  begin(at: string): void {
    this.#begin(at, true);
    // The starting state of a game is not an effect.
    this.runtime.frame.isWhole = true;
    emit(this.runtime, 'game-begins', {});
    keepTimes(this.runtime);
    this.runtime.store.commit();
  }

  ask(hook: string, words: object): unknown {
    return callHook(this.runtime, hook, words);
  }

  /** Each rule's answer to a question. Posts and people are given by their ids. Nothing is changed. */
  explain(at: string, hook: string, words: WordsOfQuestion): Explanation {
    return explained(this.runtime, this.#begin(at, false), () => {
      callHook(this.runtime, hook, namedIn(this.runtime, words));
    });
  }

  /** Each rule's answer to an input, without taking it. */
  explainInput(input: Input): Explanation {
    const { refusal, lines } = explained(this.runtime, this.#begin(input.at, false), () => {
      dispatch(this.runtime, input);
    });
    return { refusal: refusal && withWayIn(this.runtime, input.by, refusal), lines };
  }

  /** The reason why each input would be refused, or null. None of them is taken. */
  refusalsOf(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return inputs.map((input) =>
      triedOnly(this.runtime, this.#begin(input.at, false), () => dispatch(this.runtime, input)),
    );
  }

  /** The reason why a hook refuses, or null. Posts and people are given by their ids. */
  why(at: string, hook: string, words: WordsOfQuestion): RefusalData | null {
    this.#begin(at, false);
    const refusal = whyRefused(this.runtime, hook, words);
    const { by } = words;
    return refusal === null || by === undefined ? refusal : withWayIn(this.runtime, by, refusal);
  }
}
