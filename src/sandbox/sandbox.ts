import type { Input, Resolution } from '../kernel/inputs.ts';
import type { Result } from '../kernel/result.ts';
import type { Manifest, RulesetChange } from '../kernel/manifest.ts';
import type { Enactment } from '../kernel/matter-changes.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { Due } from '../kernel/resolving.ts';
import { wholeOf, type HandedState } from '../kernel/hand-over.ts';
import type { CastVotes, PostData, State } from '../kernel/state.ts';
import type { StateChange } from '../kernel/store.ts';
import type { Explanation } from '../kernel/trace.ts';
import type { TriedMove, Task } from '../promises/moves.ts';
import type { Progress, MovesReplayed } from '../promises/search.ts';
import type { LoadingBegun, SealedModules, ToLink } from './guest/loading.ts';
import { DEFAULT_LIMITS, SandboxError, type Limits, type LinkProblem, type SandboxHost } from './host.ts';
import { fetchFrom, leaveBehind, putBack, type Left } from './leave-behind.ts';
import { Machine } from './machine.ts';
import { attempted, rulesetModule, type ModuleSources } from './modules.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { ToldRules } from './told-rules.ts';

export type StartResult =
  | { readonly ok: false; readonly refusal: RefusalData }
  | { readonly ok: true; readonly enactment: Enactment; readonly amendments: readonly RulesetChange[] };

/** A state that a sandbox has handed over, with its number. */
interface StateHanded {
  readonly n: number;
  readonly state: State;
}

/** The machine in which a sandbox runs its kernel. */
export type RunsKernel = Pick<
  Machine,
  | 'ask'
  | 'dead'
  | 'dispose'
  | 'fetch'
  | 'heapBytes'
  | 'limits'
  | 'loadClauses'
  | 'memoryBytes'
  | 'moduleMarked'
  | 'serve'
>;

/** Omits posts that the machine already has, which are the same objects in `whole`. */
function withoutKnown(
  state: State | null,
  whole: State | null,
  known: ReadonlyMap<string, PostData>,
): { readonly state: State | null; readonly all: readonly string[] | null } {
  if (state === null || whole === null || known.size === 0) return { state, all: null };
  const posts = Object.entries(state.posts).filter(([id]) => known.get(id) !== whole.posts[id]);
  return { state: { ...state, posts: Object.fromEntries(posts) }, all: Object.keys(state.posts) };
}

/** Calls that don't change the state. */
const LOOKS: ReadonlySet<string> = new Set(
  'beingDefined describe explain explainInput query refusalsOf state why'.split(' '),
);

/**
 * A kernel with its rules in QuickJS; files, network, clock and chance come only from `host`. The file is long
 * because it is the one entrance, with a method for each question and step.
 */
export class Sandbox {
  readonly #machine: RunsKernel;
  #left: Left = new Map();
  /** The last state and model, valid until something is done; callers must not change them. */
  readonly #known = new Map<'describe' | 'state', unknown>();
  /** The last state handed over, to which later ones only add changes. */
  #handed: StateHanded | null = null;
  /** Posts of the previous game that the machine still has unchanged. */
  #aside: ReadonlyMap<string, PostData> = new Map();
  /** The values known when the game was held; null if rules have been put in force since. */
  #held: ReadonlyMap<'describe' | 'state', unknown> | null = null;

  /** Must run before `another` if no sandbox has been created. */
  static async prepare(caches: SandboxCaches): Promise<void> {
    await Machine.prepare(DEFAULT_LIMITS.memoryBytes, caches);
  }

  static async create(
    host: SandboxHost,
    limits: Limits = DEFAULT_LIMITS,
    caches = new SandboxCaches(),
  ): Promise<Sandbox> {
    return new Sandbox(await Machine.create(host, limits, caches));
  }

  /** A second sandbox in the same memory, for trials. */
  static another(host: SandboxHost, caches: SandboxCaches, limits: Limits = DEFAULT_LIMITS): Sandbox {
    return new Sandbox(Machine.another(host, limits, caches));
  }

  /** A sandbox whose kernel runs in something other than QuickJS. */
  static over(machine: RunsKernel): Sandbox {
    return new Sandbox(machine);
  }

  private constructor(machine: RunsKernel) {
    this.#machine = machine;
    machine.fetch = (post, what) => fetchFrom(this.#left, post, what);
  }

  #ask<T>(name: string, given: unknown): T {
    if (!LOOKS.has(name)) this.#known.clear();
    return this.#machine.ask<T>(name, given);
  }

  #once<T>(name: 'describe' | 'state', ask: () => T): T {
    if (this.dead || !this.#known.has(name)) this.#known.set(name, ask());
    return this.#known.get(name) as T;
  }

  serve(host: SandboxHost): void {
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
    const told = new ToldRules(manifest);
    this.#machine.moduleMarked = (mark) => told.moduleMarked(mark);
    return this.#link(told, sources, true) ?? this.#link(told, sources, false) ?? [];
  }

  /** Null if unchanged rules were to stay but everything must be linked again. */
  #link(told: ToldRules, sources: ModuleSources, mayKeep: boolean): readonly LinkProblem[] | null {
    const { clauses, ids } = told;
    const { version } = sources;
    const begun = this.#ask<LoadingBegun>('beginLoading', { version, clauses, ids });
    this.#ask('tell', told.telling(begun.unknown));
    const given = told.toLink;
    if (mayKeep && begun.mayKeep) return this.#relink(given);
    if (begun.isLoaded) return this.#linkAll(given, begun.spent);
    const tried = attempted(sources, begun.attempt);
    const modules = clauses.map((path) => ({ path, module: rulesetModule(tried, path) }));
    const failed = this.#loadClauses(modules, tried);
    // Even those that loaded may be used again, so they are sealed.
    const { problems, spent } = this.#sealLoaded();
    const all = failed.length > 0 ? failed : problems;
    return all.length > 0 ? all : this.#linkAll(given, spent);
  }

  /** Makes everything that loaded clauses hold immutable. */
  #sealLoaded(): SealedModules {
    return this.#blaming(
      () => this.#machine.ask<SealedModules>('sealLoaded', null),
      (problem) => ({ problems: [problem], spent: 0 }),
    );
  }

  #relink(given: ToLink): readonly LinkProblem[] | null {
    return this.#blaming<readonly LinkProblem[] | null>(
      () => this.#machine.ask('relink', given),
      () => null,
    );
  }

  #linkAll(given: ToLink, spent: number): readonly LinkProblem[] {
    return this.#blaming<readonly LinkProblem[]>(
      () => this.#machine.ask('link', given, spent),
      (problem) => [problem],
    );
  }

  /** Clauses that don't finish change nothing; the one that was being defined is reported. */
  #blaming<T>(ask: () => T, otherwise: (problem: LinkProblem) => T): T {
    try {
      return ask();
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      this.#ask('abandonLoading', null);
      const file = this.#ask<string>('beingDefined', null);
      const message = error.message.replace(/^(?:sealLoaded|relink|link)/u, file);
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
        return [{ code, file: first.path, line: null, message: error.message }];
      }
      const size = error.code === 'too-many-steps' ? 1 : Math.ceil(clauses.length / 2);
      const parts = clauses.flatMap((_, at) => (at % size === 0 ? [clauses.slice(at, at + size)] : []));
      return parts.flatMap((part) => this.#loadClauses(part, sources));
    }
  }

  /** Clears the game and undoes an open call. */
  clear(): void {
    const gone = new Set(this.#ask<readonly string[]>('clear', null));
    const posts = Object.entries(this.#handed?.state.posts ?? {});
    this.#aside = new Map(posts.filter(([id]) => !gone.has(id)));
    this.#left = new Map();
    this.#handed = null;
    this.#held = null;
  }

  load(state: State | null): void {
    const handed = state === null ? null : leaveBehind(state);
    this.#left = handed?.left ?? new Map();
    this.#held = null;
    const n = this.#ask<number>('load', withoutKnown(handed?.state ?? null, state, this.#aside));
    this.#aside = new Map();
    this.#handed = state === null ? null : { n, state };
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
    return this.#once('state', () => {
      const handed = this.#ask<HandedState>('state', this.#handed?.n ?? null);
      putBack(handed.state, this.#left);
      const before = this.#handed?.state.posts;
      const state = wholeOf(handed, (id) => before?.[id]);
      this.#handed = { n: handed.n, state };
      return state;
    });
  }

  take(input: Input, privateSide = false): Result {
    return this.#ask('take', { input, privateSide });
  }

  /** Takes inputs in order and returns only refusals, which is much quicker. */
  takeEach(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return this.#ask('takeEach', inputs);
  }

  /** Copies votes and comments to a post without telling the rules. */
  layOn(post: string, votes: CastVotes): void {
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
    return this.#ask('query', { at, paths });
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
    return this.#ask('explain', { at, hook, words });
  }

  /** Each rule's answer to an input that is only tried. */
  explainInput(input: Input): Explanation {
    return this.#ask('explainInput', input);
  }

  /** The refusal of each input, or null, without taking any. Much quicker than explaining them. */
  refusalsOf(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return this.#ask('refusalsOf', inputs);
  }

  /** Why a hook refuses, or null. */
  why(at: string, hook: string, words: Readonly<Record<string, string>>): RefusalData | null {
    return this.#ask('why', { at, hook, words });
  }

  /** Begins a search for a way to break a promise, from the state as it is, and holds the game there. */
  searchBegin(task: Task): Progress {
    return this.#ask('searchBegin', task);
  }

  searchOn(): Progress {
    return this.#ask('searchOn', null);
  }

  /** Makes the moves of a search again, and undoes them. */
  searchReplay(task: Task, moves: readonly TriedMove[], probe: number): MovesReplayed {
    return this.#ask('searchReplay', { task, moves, probe });
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
