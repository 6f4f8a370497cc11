import type { Input, Resolution } from '../kernel/inputs.ts';
import type { Result } from '../kernel/result.ts';
import { moduleOf, type Manifest, type RulesetChange } from '../kernel/manifest.ts';
import type { Enactment } from '../kernel/matter-changes.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { Due } from '../kernel/resolving.ts';
import type { LaidOn, State } from '../kernel/state.ts';
import type { StateChange } from '../kernel/store.ts';
import type { Explanation } from '../kernel/trace.ts';
import type { TriedMove, Task } from '../promises/moves.ts';
import type { MovePlayed } from '../promises/replay.ts';
import type { Progress } from '../promises/search.ts';
import type { LoadingBegun, SealedModules } from './guest/loading.ts';
import { markOfPath } from './guest/mark-of.ts';
import {
  DEFAULT_LIMITS,
  SandboxError,
  SandboxGoneError,
  SandboxLostError,
  type Limits,
  type LinkProblem,
  type SandboxHost,
} from './host.ts';
import { Machine } from './machine.ts';
import { attempted, rulesetModule, type ModuleSources } from './modules.ts';
import { SandboxCaches } from './sandbox-caches.ts';

export type StartResult =
  | { readonly ok: false; readonly refusal: RefusalData }
  | { readonly ok: true; readonly enactment: Enactment; readonly amendments: readonly RulesetChange[] };

export type RunsKernel = Pick<
  Machine,
  | 'ask'
  | 'dead'
  | 'dispose'
  | 'heapBytes'
  | 'limits'
  | 'loadClauses'
  | 'memoryBytes'
  | 'moduleMarked'
  | 'serve'
>;

/** Calls that don't change the state. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(
  'beingDefined describe explain explainInput query refusalsOf state why'.split(' '),
);
const MOST_ANSWERS = 500;

/**
 * A kernel with its rules in QuickJS; files, network, clock and chance come only from `host`. The file is long
 * because it is the one entrance, with a method for each question and step.
 */
export class Sandbox {
  readonly #machine: RunsKernel;
  /** The last state and model, valid until something is done; callers must not change them. */
  readonly #known = new Map<'describe' | 'state', unknown>();
  /** Answers to questions about the same state; callers must not change them either. */
  readonly #answers = new Map<string, unknown>();
  /** The questions about this state that ended a sandbox. They fail in the same way without being asked again. */
  readonly lost = new Map<string, SandboxLostError>();
  /** The values known when the game was held; null if rules have been put in force since. */
  #held: ReadonlyMap<'describe' | 'state', unknown> | null = null;

  /** Must run before `another` if no sandbox has been created. */
  static async prepare(caches: SandboxCaches, spares = 1): Promise<void> {
    await Machine.prepare(DEFAULT_LIMITS, caches, spares);
  }

  static async create(
    host: SandboxHost,
    limits: Limits = DEFAULT_LIMITS,
    caches = new SandboxCaches(),
  ): Promise<Sandbox> {
    return new Sandbox(await Machine.create(host, limits, caches));
  }

  /** A second sandbox, for trials. */
  static another(host: SandboxHost, caches: SandboxCaches, limits: Limits = DEFAULT_LIMITS): Sandbox {
    return new Sandbox(Machine.another(host, limits, caches));
  }

  /** A sandbox whose kernel runs in something other than QuickJS. */
  static over(machine: RunsKernel): Sandbox {
    return new Sandbox(machine);
  }

  private constructor(machine: RunsKernel) {
    this.#machine = machine;
  }

  #ask<T>(name: string, given: unknown): T {
    const lost = this.lost.size > 0 ? this.lost.get(questionOf(name, given)) : undefined;
    if (lost !== undefined) throw lost;
    if (!CHANGES_NOTHING.has(name)) this.#forget();
    try {
      return this.#machine.ask<T>(name, given);
    } catch (error) {
      if (error instanceof SandboxLostError && !(error instanceof SandboxGoneError))
        this.lost.set(questionOf(name, given), error);
      throw error;
    }
  }

  /** The same question is asked for the engine's comment, for a page and for a form, often at the same time. */
  #askOnce<T>(name: string, given: unknown): T {
    const question = questionOf(name, given);
    if (!this.#answers.has(question)) {
      const answer = this.#ask(name, given);
      if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear();
      this.#answers.set(question, answer);
    }
    return this.#answers.get(question) as T;
  }

  #forget(): void {
    this.#known.clear();
    this.#answers.clear();
    this.lost.clear();
  }

  #once<T>(name: 'describe' | 'state', ask: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, ask());
    return this.#known.get(name) as T;
  }

  serve(host: SandboxHost): void {
    this.#forget();
    this.#machine.serve(host);
  }

  get limits(): Limits {
    return this.#machine.limits;
  }

  get dead(): boolean {
    return this.#machine.dead;
  }

  /** Loads a ruleset's clauses and puts it in force. If there are problems, it returns them and changes nothing. */
  link(manifest: Manifest, sources: ModuleSources): readonly LinkProblem[] {
    this.#held = null;
    this.#machine.moduleMarked = (mark) => {
      const rule = manifest.rules.find(({ path }) => markOfPath(path) === mark);
      return rule && (moduleOf(rule) ?? `${rule.path}.md`);
    };
    const clauses = manifest.rules.flatMap((rule) => moduleOf(rule) ?? []);
    this.#forget();
    const begun = this.#machine.ask<LoadingBegun>('beginLoading', { version: sources.version, clauses });
    if (begun.isLoaded) return this.#putInForce(manifest, begun.spent);
    const tried = attempted(sources, begun.attempt);
    const modules = clauses.map((path) => ({ path, module: rulesetModule(tried, path) }));
    const failed = this.#loadClauses(modules, tried);
    // Even modules that loaded may be used again, so they are sealed.
    const { problems, spent } = this.#sealLoaded();
    const all = failed.length > 0 ? failed : problems;
    return all.length > 0 ? all : this.#putInForce(manifest, spent);
  }

  /** Makes everything that loaded clauses hold immutable. */
  #sealLoaded(): SealedModules {
    return this.#blaming(
      () => this.#machine.ask<SealedModules>('sealLoaded', null),
      (problem) => ({ problems: [problem], spent: 0 }),
    );
  }

  #putInForce(manifest: Manifest, spent: number): readonly LinkProblem[] {
    return this.#blaming<readonly LinkProblem[]>(
      () => this.#machine.ask('link', manifest, spent),
      (problem) => [problem],
    );
  }

  /** Clauses that don't finish change nothing, and the clause that was being defined is reported. */
  #blaming<T>(ask: () => T, otherwise: (problem: LinkProblem) => T): T {
    try {
      return ask();
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      this.#ask('abandonLoading', null);
      const file = this.#ask<string>('beingDefined', null);
      const message = error.message.replace(/^(?:sealLoaded|link)/u, error.where ?? file);
      return otherwise({ code: error.code, file, line: null, message });
    }
  }

  /**
   * Loads all clauses together, which is quicker. If that fails, it loads each half separately, and so on, to find
   * out which fail. Each load has a call's step limit, so clauses that were too much together are finally loaded one
   * by one.
   */
  #loadClauses(
    clauses: readonly { readonly path: string; readonly module: string }[],
    sources: ModuleSources,
  ): LinkProblem[] {
    try {
      this.#machine.loadClauses(clauses, sources);
      return [];
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      const [first] = clauses;
      if (clauses.length === 1 && first !== undefined) {
        const code = error.code === 'guest-fails' ? 'clause-fails' : error.code;
        return [{ code, file: first.path, line: null, message: sayUnloaded(error, first.path) }];
      }
      const size = error.code === 'too-many-steps' ? 1 : Math.ceil(clauses.length / 2);
      const parts = clauses.flatMap((_, at) => (at % size === 0 ? [clauses.slice(at, at + size)] : []));
      return parts.flatMap((part) => this.#loadClauses(part, sources));
    }
  }

  /** Clears the game and undoes an open call. */
  clear(): void {
    this.#ask('clear', null);
    this.#held = null;
  }

  load(state: State | null): void {
    this.#ask('load', state);
    this.#held = null;
  }

  /** Marks the state that `rewind` returns to. */
  hold(): void {
    const known = new Map(this.#known);
    this.#ask('hold', null);
    this.#held = known;
    this.#knowAgain();
  }

  #knowAgain(): void {
    for (const [name, value] of this.#held ?? []) this.#known.set(name, value);
  }

  /** Returns to the held state, which is quicker than loading it again. */
  rewind(): void {
    this.#ask('rewind', null);
    this.#knowAgain();
  }

  state(): State {
    return this.#once('state', () => this.#ask('state', null));
  }

  take(input: Input, privateSide = false): Result {
    return this.#ask('take', { input, privateSide });
  }

  /** Takes inputs in order and returns only refusals, which is much quicker. */
  takeEach(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return this.#ask('takeEach', inputs);
  }

  /** Gives a post votes, comments or another author without telling the rules. */
  layOn(post: string, votes: LaidOn): void {
    this.#ask('layOn', { post, votes });
  }

  due(at: string, except: readonly string[] = [], aside: readonly string[] = []): Due | null {
    return this.#ask('due', { at, except, aside });
  }

  failMatter(resolution: Resolution): Result {
    return this.#ask('failMatter', resolution);
  }

  beginEnactment(resolution: Resolution): StartResult {
    return this.#ask('beginEnactment', resolution);
  }

  finishEnactment(resolution: Resolution, enactment: Enactment): Result {
    return this.#ask('finishEnactment', { resolution, enactment });
  }

  settle(): readonly StateChange[] {
    return this.#ask('settle', null);
  }

  undo(): void {
    this.#ask('undo', null);
  }

  describe(): ModelDescription {
    return this.#once('describe', () => this.#ask('describe', null));
  }

  query(at: string, paths: readonly (readonly string[])[]): readonly { readonly value?: unknown }[] {
    return this.#askOnce('query', { at, paths });
  }

  /** Sets a value directly, for the start of a scenario, without asking the rules. */
  assume(path: string, value: unknown): void {
    this.#ask('set', { path, value });
  }

  begin(at: string): void {
    this.#ask('begin', at);
  }

  /** Each rule's answer to a question such as `may-enact`, in the order in which it was heard. */
  explain(at: string, hook: string, words: Readonly<Record<string, string>>): Explanation {
    return this.#askOnce('explain', { at, hook, words });
  }

  /** Each rule's answer to an input that is only tried. */
  explainInput(input: Input): Explanation {
    return this.#askOnce('explainInput', input);
  }

  /** The refusal of each input, or null, without taking any. Much quicker than explaining them. */
  refusalsOf(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return this.#askOnce('refusalsOf', inputs);
  }

  why(at: string, hook: string, words: Readonly<Record<string, string>>): RefusalData | null {
    return this.#askOnce('why', { at, hook, words });
  }

  /** Begins a search for a way to break a promise from the present state, and holds the game there. */
  searchBegin(task: Task): Progress {
    return this.#ask('searchBegin', task);
  }

  searchOn(): Progress {
    return this.#ask('searchOn', null);
  }

  /** Makes the moves of a search again. Null if one of them is impossible. */
  searchReplay(task: Task, moves: readonly TriedMove[]): readonly MovePlayed[] | null {
    this.#ask('searchReplay', task);
    const all: MovePlayed[] = [];
    for (const move of moves) {
      const played = this.#ask<MovePlayed | null>('searchMove', move);
      if (played === null) return null;
      all.push(played);
    }
    return all;
  }

  /** True if the next way changes a rule after these moves. Null if none is left. */
  searchChanges(): boolean | null {
    return this.#ask('searchChanges', null);
  }

  searchEnd(): Progress {
    return this.#ask('searchEnd', null);
  }

  get heapBytes(): number {
    return this.#machine.heapBytes;
  }

  memoryBytes(): number {
    return this.#machine.memoryBytes();
  }

  dispose(): void {
    this.#machine.dispose();
  }
}

/** Runs the kernel and its clauses: a sandbox in this thread or its own. */
export type Runner = { readonly [K in keyof Sandbox]: Sandbox[K] };

function questionOf(name: string, given: unknown): string {
  return `${name} ${JSON.stringify(given)}`;
}

/** Names the place of the fault, which may be in a file that the clause imports. */
function sayUnloaded({ message, where }: SandboxError, path: string): string {
  const said = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
  return /^[\w./-]+\.ts(?::\d+)?: /u.test(said) ? said : `${where ?? path}: ${said}`;
}
