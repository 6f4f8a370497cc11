import { PassedDates } from './dated-words.ts';
import { assertSound } from './assertions.ts';
import { explained, triedOnly, namedIn, whyRefused, type WordsOfQuestion } from './asking.ts';
import { callHook, emit, HarnessError } from './calls.ts';
import { dispatch, postCalled, takeInput } from './dispatch.ts';
import { changePost } from './post-entity.ts';
import { HandOver, type HandedState } from './hand-over.ts';
import type { Input, Resolution } from './inputs.ts';
import type { KernelOptions } from './kernel-options.ts';
import type { Manifest, RulesetChange } from './manifest.ts';
import type { Enactment } from './matter-changes.ts';
import { withMeantRule } from './meant-rule.ts';
import { migrate } from './migrate.ts';
import type { Inspect, Model } from './model.ts';
import { newRuntime } from './new-runtime.ts';
import { setPath } from './paths.ts';
import { clearState, loadState, putInForce, stopDefining, use, type Linking } from './put-in-force.ts';
import { query } from './query.ts';
import { Refusal, type RefusalData, type RuleError } from './refusal.ts';
import { beginEnactment, checkResolution, fail, finishEnactment, nextDue, type Due } from './resolving.ts';
import { newCaches, newFrame, type Runtime } from './runtime.ts';
import type { Result } from './result.ts';
import type { CastVotes, State } from './state.ts';
import type { StateChange } from './store.ts';
import { happen, keepTimes } from './times.ts';
import { refuseTooLarge } from './too-large.ts';
import type { Explanation } from './trace.ts';
import { withWayIn } from './way-in.ts';
import { ensurePerson, refuseUnlisted, toPerson } from './world.ts';
import type { PersonEntity } from './game-entities.ts';

/**
 * A game under a ruleset. Pure but for its own state: same rules, same state, same input, the same result. It is the one
 * entrance, and one long file for that reason: each call is a few lines around what another file does, and all share what is open
 * between two steps.
 */
export class Kernel {
  readonly runtime: Runtime;
  readonly #options: KernelOptions;
  #open: { mark: number } | null = null;
  readonly #dates = new PassedDates();
  readonly #handOver = new HandOver();
  /** The answers from before a step that had to begin with none, in a game that is taken back to where it was held. */
  #forgotten: Pick<Runtime, 'caches' | 'model'> | null = null;
  /** The rules that were in force when rules were put in force last. */
  #before: Model | null = null;

  constructor(options: KernelOptions) {
    this.#options = options;
    this.runtime = newRuntime(options);
  }

  /**
   * Puts a ruleset in force. Where it doesn't load nothing changes, and every problem is told; `inspect` looks at what the
   * clauses have made and may object.
   */
  link(given: Manifest, inspect?: Inspect, spent = 0): readonly RuleError[] {
    return this.#link(given, { spent, ...(inspect && { inspect }) }) ?? [];
  }

  /** The same, in which rules that have not changed stay as they are in force; null where they can't. */
  relink(given: Manifest, inspect: Inspect): readonly RuleError[] | null {
    return this.#link(given, { inspect, fromKept: true });
  }

  /** Whether there are rules in force that could stay as they are. */
  get mayKeep(): boolean {
    return this.runtime.kept?.of === this.runtime.model;
  }

  #link(given: Manifest, linking: Linking): readonly RuleError[] | null {
    this.#before = this.runtime.model;
    return putInForce(this.runtime, given, { ...this.#options, ...linking });
  }

  /**
   * Starts from a stored state, carried over to the rules in force. Where `all` names its posts, those that are not in it are as they
   * were in the game before. It counts as handed out.
   */
  load(state: State | null, all: readonly string[] | null = null): number {
    const whole = state === null || all === null ? state : this.#handOver.completed(state, all);
    loadState(this.runtime, whole, () => this.#handOver.begin(this.runtime.store));
    return this.#handOver.n;
  }

  /**
   * Nothing of the game is left, and nothing of what was open: as before any was loaded. Its posts are put aside, since most often the
   * same game is loaded next; the ids are of those that are not as they were when it was loaded, and so are not.
   */
  clear(): readonly string[] {
    this.recover();
    const gone = this.#handOver.putAside(this.runtime.store);
    clearState(this.runtime);
    return gone;
  }

  /** From here on the game can be taken back to what it is now, as often as one likes. */
  hold(): void {
    this.runtime.store.hold();
  }

  /** As it was when it was held: quicker than to load it anew. */
  rewind(): void {
    this.#open = null;
    this.runtime.store.rewind();
  }

  get state(): State {
    return this.runtime.store.state;
  }

  /** The state, for whoever has it as it was handed out the `since`th time, or not at all. */
  handOver(since: number | null): HandedState {
    return this.#handOver.give(this.runtime.store, since);
  }

  /** Takes one input. Where it asks for changes of the ruleset it stays open until `settle`. */
  take(input: Input, privateSide = false): Result {
    const mark = this.#begin(input.at, privateSide);
    const what = `${input.by}: ${'action' in input ? input.action : input.type}`;
    return this.#finish(mark, what, () => takeInput(this.runtime, input), input.by);
  }

  #begin(at: string, privateSide: boolean): number {
    if (this.#open !== null) throw new HarnessError('the step before is neither settled nor undone');
    this.#setClock(at);
    this.runtime.frame = newFrame(privateSide);
    this.runtime.reads = null;
    return this.runtime.store.mark;
  }

  #setClock(at: string): void {
    if (this.runtime.now !== at) this.runtime.store.touch('now');
    this.runtime.store.touch('ledger');
    this.runtime.now = at;
    // Rules may have read a value while they were defined; one that could not be read from some date on was refused when it was amended.
    const { manifest } = this.runtime.model;
    this.#dates.follow(manifest, at, () => this.#redefine(manifest));
  }

  #redefine(manifest: Manifest): void {
    const { whileRedefining } = this.#options;
    if (whileRedefining === undefined) this.link(manifest);
    else whileRedefining((inspect) => this.link(manifest, inspect));
  }

  /** Looks at the game at some time, on the side that sees everything. */
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
      ...(frame.told === null ? {} : { told: frame.told }),
    };
    if (frame.amendments.length > 0) this.#open = { mark };
    else store.commit();
    return result;
  }

  /** The next thing that is due at this time by the rules in force. */
  due(at: string, except: readonly string[] = []): Due | null {
    this.#begin(at, false);
    this.runtime.frame.reading++;
    try {
      const due = nextDue(this.runtime, except);
      this.#options.mayEnd?.(this.runtime.frame.spared);
      return due;
    } finally {
      this.runtime.frame.reading--;
    }
  }

  /** Fails a matter on the engine's own account, or does what a rule does at a time. */
  failMatter({ at, matter, outcome, because }: Resolution): Result {
    const mark = this.#begin(at, false);
    return this.#finish(mark, outcome === 'happened' ? matter : `failing ${matter}`, () => {
      if (outcome === 'happened') happen(this.runtime, matter);
      else {
        const post = postCalled(this.runtime, matter);
        if (because === undefined) checkResolution(this.runtime, post, 'failed', null);
        fail(this.runtime, post, null);
        if (because !== undefined) changePost(post, { omitted: [{ change: 'everything', reason: because }] });
      }
      emit(this.runtime, 'changed', {});
    });
  }

  /**
   * The first half of an enactment, under the rules as they are. It stays open: whoever runs the kernel changes the
   * ruleset as `enactment` and `amendments` say, links it, and calls `finishEnactment`; or gives up with `undo`.
   */
  beginEnactment({
    at,
    matter,
    by,
  }: Resolution):
    | (Result & { readonly ok: false })
    | { readonly ok: true; readonly enactment: Enactment; readonly amendments: readonly RulesetChange[] } {
    const mark = this.#begin(at, false);
    const { frame } = this.runtime;
    try {
      const person = by === null ? null : ensurePerson(this.runtime, by);
      checkResolution(this.runtime, postCalled(this.runtime, matter), 'enacted', person);
      const enactment = beginEnactment(this.runtime, postCalled(this.runtime, matter), person);
      this.#options.mayEnd?.(frame.spared);
      this.#open = { mark };
      return { ok: true, enactment, amendments: frame.amendments };
    } catch (error) {
      return this.#refused(error, mark, by);
    }
  }

  /** Takes back what was begun; a bug goes on being thrown. */
  #refused(error: unknown, mark: number, by: string | null): Result & { readonly ok: false } {
    this.runtime.store.undoTo(mark);
    if (!(error instanceof Refusal)) throw error;
    const { draws } = this.runtime.frame;
    const refusal = withMeantRule(this.runtime, error.toData());
    return { ok: false, refusal: by === null ? refusal : withWayIn(this.runtime, by, refusal), draws };
  }

  finishEnactment({ matter, by }: Resolution, enactment: Enactment): Result {
    const mark = this.#mustBeOpen();
    const { frame } = this.runtime;
    frame.amendments.length = 0;
    return this.#finish(mark, `enacting ${matter}`, () => {
      const [fault] = migrate(this.runtime);
      if (fault !== undefined) throw fault;
      const person: PersonEntity | null = by === null ? null : toPerson(this.runtime, by);
      finishEnactment(this.runtime, postCalled(this.runtime, matter), person, enactment);
      emit(this.runtime, 'changed', {});
    });
  }

  /** After defining the rules was stopped half-way, be it at the last step: those before are in force, and what is open waits for other rules. */
  stopDefining(): void {
    stopDefining(this.runtime);
    if (this.#before !== null) use(this.runtime, this.#before);
  }

  /** After a call was stopped half-way: whatever was written since the last step goes. */
  recover(): void {
    this.#open = null;
    // Perhaps at a date, where rules are defined anew.
    stopDefining(this.runtime);
    this.runtime.store.rollBack();
    this.forget();
  }

  /** Nothing that was worked out before is remembered: what is asked next takes as many steps as it ever does. */
  forget(): void {
    const { caches, model, store } = this.runtime;
    // A game that goes on for long would come to remember what nobody asks any more.
    this.#forgotten = store.isHeld ? { caches, model } : null;
    this.runtime.caches = newCaches();
  }

  /** After a step that began with nothing remembered: what was is there again, where it still is of these rules. */
  remember(): void {
    if (this.#forgotten?.model === this.runtime.model) this.runtime.caches = this.#forgotten.caches;
    this.#forgotten = null;
  }

  #mustBeOpen(): number {
    if (this.#open === null) throw new HarnessError('nothing is open to be settled');
    const { mark } = this.#open;
    this.#open = null;
    return mark;
  }

  /** The ruleset was changed as the input asked for: what it tracked is carried over. */
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

  /** The ruleset could not be changed so: the input never happened. */
  undo(): void {
    const mark = this.#mustBeOpen();
    this.runtime.store.undoTo(mark);
  }

  /** Lays a value over the state without asking the rules, as the start of a scenario does. */
  assume(path: string, value: unknown): void {
    this.runtime.frame = { ...newFrame(true), assuming: true };
    setPath(this.runtime, path, value);
    this.runtime.store.commit();
  }

  layOn(post: string, votes: CastVotes): void {
    changePost(postCalled(this.runtime, post), votes);
    this.runtime.store.commit();
  }

  /** Tells the rules that a game has just begun. */
  begin(at: string): void {
    this.#begin(at, true);
    emit(this.runtime, 'game-begins', {});
    keepTimes(this.runtime);
    this.runtime.store.commit();
  }

  /** The rules' answer to a hook. */
  ask(hook: string, words: object): unknown {
    return callHook(this.runtime, hook, words);
  }

  /** Each rule's answer to a question; posts and people are named by their ids. Nothing comes of it. */
  explain(at: string, hook: string, words: WordsOfQuestion): Explanation {
    return explained(this.runtime, this.#begin(at, false), () => {
      callHook(this.runtime, hook, namedIn(this.runtime, words));
    });
  }

  /** Each rule's answer to an input that is not taken. */
  explainInput(input: Input): Explanation {
    const { refusal, lines } = explained(this.runtime, this.#begin(input.at, false), () => {
      dispatch(this.runtime, input);
    });
    return { refusal: refusal && withWayIn(this.runtime, input.by, refusal), lines };
  }

  /** The reason why each of these would be refused, or null; none of them is taken. */
  refusalsOf(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return inputs.map((input) =>
      triedOnly(this.runtime, this.#begin(input.at, false), () => dispatch(this.runtime, input)),
    );
  }

  /** Why a hook refuses, or null where it doesn't. Posts and people are named by their ids. */
  why(at: string, hook: string, words: WordsOfQuestion): RefusalData | null {
    this.#begin(at, false);
    const refusal = whyRefused(this.runtime, hook, words);
    const { by } = words;
    return refusal === null || by === undefined ? refusal : withWayIn(this.runtime, by, refusal);
  }
}
