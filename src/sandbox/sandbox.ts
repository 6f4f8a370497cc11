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

/** A state that a sandbox has handed over, and which time that was. */
interface StateHanded {
  readonly n: number;
  readonly state: State;
}

/** The machine in which a sandbox runs its kernel. */
export type RunsKernel = Pick<
  Machine,
  'ask' | 'dead' | 'dispose' | 'fetch' | 'heapBytes' | 'limits' | 'loadClauses' | 'memoryBytes' | 'serve'
>;

/** A state to be loaded, without the posts that the machine has already: those that are the same objects in `whole`. */
function withoutKnown(
  state: State | null,
  whole: State | null,
  known: ReadonlyMap<string, PostData>,
): { readonly state: State | null; readonly all: readonly string[] | null } {
  if (state === null || whole === null || known.size === 0) return { state, all: null };
  const posts = Object.entries(state.posts).filter(([id]) => known.get(id) !== whole.posts[id]);
  return { state: { ...state, posts: Object.fromEntries(posts) }, all: Object.keys(state.posts) };
}

/** Calls that only look at the game: the state is the same after them. */
const LOOKS: ReadonlySet<string> = new Set(
  'beingDefined describe explain explainInput query refusalsOf state why'.split(' '),
);

/**
 * A kernel with its rules in QuickJS: no file, network, clock or chance but what `host` hands in. The file is long because it is the one
 * entrance, with a method for each question and step.
 */
export class Sandbox {
  readonly #machine: RunsKernel;
  #left: Left = new Map();
  /** State and model as they were handed over last, for as long as nothing has been done since: whoever has them changes nothing. */
  readonly #known = new Map<'describe' | 'state', unknown>();
  /** The state as it was handed over last, to which later ones add what was written since. */
  #handed: StateHanded | null = null;
  /** The posts of the game before that the machine still has as they are here. */
  #aside: ReadonlyMap<string, PostData> = new Map();
  /** The values that were known when the game was held; null where rules have been put in force since. */
  #held: ReadonlyMap<'describe' | 'state', unknown> | null = null;

  /** So that `another` can be made where none was created. */
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

  /** Another one beside one that is there: for trying something out. */
  static another(host: SandboxHost, caches: SandboxCaches, limits: Limits = DEFAULT_LIMITS): Sandbox {
    return new Sandbox(Machine.another(host, limits, caches));
  }

  /** One whose kernel runs in something else than QuickJS. */
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

  /** Works for somebody else from now on. */
  serve(host: SandboxHost): void {
    this.#machine.serve(host);
  }

  get limits(): Limits {
    return this.#machine.limits;
  }

  get dead(): boolean {
    return this.#machine.dead;
  }

  /** Loads the clauses of a ruleset and puts it in force; problems are told and then nothing has changed. */
  link(manifest: Manifest, sources: ModuleSources): readonly LinkProblem[] {
    this.#held = null;
    const told = new ToldRules(manifest);
    return this.#link(told, sources, true) ?? this.#link(told, sources, false) ?? [];
  }

  /** Null where rules might have stayed as they are in force, and it turns out that all must be linked from nothing. */
  #link(told: ToldRules, sources: ModuleSources, mayKeep: boolean): readonly LinkProblem[] | null {
    const { clauses, ids } = told;
    const { version } = sources;
    const begun = this.#ask<LoadingBegun>('beginLoading', { version, clauses, ids });
    const given = told.telling(begun.unknown);
    if (mayKeep && begun.mayKeep) return this.#relink(given);
    if (begun.isLoaded) return this.#linkAll(given, begun.spent);
    const tried = attempted(sources, begun.attempt);
    const modules = clauses.map((path) => ({ path, module: rulesetModule(tried, path) }));
    const failed = this.#loadClauses(modules, tried);
    // Those that could be loaded may be met again.
    const { problems, spent } = this.#sealLoaded();
    const all = failed.length > 0 ? failed : problems;
    return all.length > 0 ? all : this.#linkAll(given, spent);
  }

  /** Nothing that clauses hold since they were loaded can be changed from here on. */
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

  /** Clauses that don't come to an end leave things as they are; the one that was asked last what it defines is named as what is wrong. */
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
   * All at once, which is quicker; where that fails half of them and then the other half, and so on, to say which of them fail and why.
   * Each may take as many steps as a call may, so that where there were too many of them each is loaded by itself.
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

  /** Forgets the game; what a call had left open is undone. */
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

  /** From here on the game can be taken back to what it is now. */
  hold(): void {
    const known = new Map(this.#known);
    this.#ask('hold', null);
    this.#held = known;
    this.#knowAgain();
  }

  #knowAgain(): void {
    for (const [name, value] of this.#held ?? []) this.#known.set(name, value);
  }

  /** As it was when it was held: quicker than to load it anew. */
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

  /** Takes one input after another, and says of each only why it is refused: much quicker where nobody asks for more. */
  takeEach(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return this.#ask('takeEach', inputs);
  }

  /** Lays votes and comments on a post as they stood on another, of which the rules hear nothing. */
  layOn(post: string, votes: CastVotes): void {
    this.#ask('layOn', { post, votes });
  }

  due(at: string, except: readonly string[] = []): Due | null {
    return this.#ask('due', { at, except });
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

  /** Lays a value over the state, as the start of a scenario does; the rules are not asked. */
  assume(path: string, value: unknown): void {
    this.#ask('set', { path, value });
  }

  /** Tells the rules that a game has just begun. */
  begin(at: string): void {
    this.#ask('begin', at);
  }

  /** Each rule's answer to a question such as `may-enact`, in the order in which it was heard. */
  explain(at: string, hook: string, words: Readonly<Record<string, string>>): Explanation {
    return this.#ask('explain', { at, hook, words });
  }

  /** Each rule's answer to an input that is only tried; nothing comes of it. */
  explainInput(input: Input): Explanation {
    return this.#ask('explainInput', input);
  }

  /** The reason why each of these would be refused, or null; none is taken. Much quicker than to explain them. */
  refusalsOf(inputs: readonly Input[]): readonly (RefusalData | null)[] {
    return this.#ask('refusalsOf', inputs);
  }

  /** Why a hook refuses, or null. */
  why(at: string, hook: string, words: Readonly<Record<string, string>>): RefusalData | null {
    return this.#ask('why', { at, hook, words });
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
