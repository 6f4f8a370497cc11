import type { Chance, Draw } from './chance.ts';
import type { Made } from './lasting.ts';
import type { LinkedRule, Model, Provider, Inspect } from './model.ts';
import type { Pictures } from './pictures.ts';
import { sectionsIn, type RuleEntry, type RulesetChange, type Section } from './manifest.ts';
import { inPrecedence, newestSection, plainRank, type Rank } from './precedence.ts';
import type { Refusal } from './refusal.ts';
import type { StateChange, Store } from './store.ts';
import type { Disclosure } from './disclosure.ts';
import type { TraceLine } from './trace.ts';
import type { ValueType } from './value-types.ts';
import type { References } from './kinds/kind.ts';

/** The state of the input being processed: its draws, its requests to the ruleset, its results. */
export interface Frame {
  readonly draws: Draw[];
  readonly amendments: RulesetChange[];
  result: unknown;
  /** True if private values may be read, which only a private action on the emperor's side may do. */
  privateSide: boolean;
  /** The moment for which a private time counts. Submissions that were sent later aren't there yet. */
  asOf: string | null;
  /** True if something private has been read, drawn or opened, so that later output could reveal it, or if a trial asked for it. */
  sawPrivate: boolean;
  /** True while a given state is set. The rules aren't asked about these changes. */
  readonly assuming: boolean;
  /** Above zero while a view is computed. Then nothing may be written. */
  reading: number;
  depth: number;
  /** The views being computed, each for the one before it. */
  readonly views: string[];
  /** True while a matter's values are written. They are written one by one, but count as simultaneous. */
  byMatter: boolean;
  /** The results of fetching pictures, by address. */
  pictures: Pictures;
  /** The rolls of an action that is repeated. They are used as long as it rolls the same dice. */
  binding: Draw[];
  /** The public part of a private action. */
  disclosed: Disclosure | null;
  /** An upper bound for the steps saved by caching. */
  spared: number;
  /** Each rule's answer, if an explanation was requested. */
  trace: TraceLine[] | null;
  /** The last name under which a clause looked for a rule and found none. */
  sought: string | null;
  /** True if this is only a trial that will be undone. Then no dice are rolled. */
  isTrial: boolean;
  /** True while an action or a scheduled event runs: at its end all promises must hold, or it is refused. */
  isWhole: boolean;
  /** The action that is carried out, by id. */
  action: string | null;
  /** Reactions of rules to an event that were undone, with the reason. */
  readonly stopped: { readonly change: string; readonly reason: string }[];
  /** Values that clauses keep until the end of the step, by the `scratch` that created them. */
  readonly scratch: Map<object, unknown>;
  /** The rules that hear no events in this step, each with the reason. */
  unheard: Readonly<Record<string, string>>;
  /** The rule whose code ran out of steps, memory or stack, since the error itself may not tell. */
  ranOutIn: RuleEntry | null;
}

/** The state shared by all parts of the kernel while a game is open. */
export interface Runtime {
  readonly store: Store;
  model: Model;
  now: string;
  /** True while clauses are loaded. Then there is neither a time nor a game. */
  defining: boolean;
  chance: Chance;
  frame: Frame;
  /** Matters that rules don't find among the pending ones for now. */
  aside: ReadonlySet<string>;
  /** The built-in answers to hooks, below all rules. */
  readonly base: ReadonlyMap<string, Provider['call']>;
  caches: Caches;
  /** Classes for people, posts and things under the rules in force. */
  classes: { readonly of: Model; readonly made: object } | null;
  /** The facts read so far by the current computation, or null if they aren't needed. */
  reads: Set<string> | null;
  ledger: LedgerReader;
  readonly running: Running;
  /** The steps counted by the runner in this call. */
  readonly counted: () => number;
  readonly thrownAt: (error: unknown) => string | null;
  /** The refusal if a change since a mark breaks a promise. */
  readonly brokenSince: (mark: number) => Broken | null;
  readonly wasCaught: (error: unknown) => boolean;
  readonly refs: References;
  readonly decode: (type: ValueType, stored: unknown) => unknown;
}

export interface Broken {
  readonly refusal: Refusal;
  /** True if a change is about the value of the promise. */
  readonly isAbout: (change: StateChange) => boolean;
}

/** The rule whose code runs, by the mark of its path. The runner reads it if a call never returns. */
export interface Running {
  readonly now: Uint32Array;
  readonly marks: ReadonlyMap<string, number>;
}

export interface LedgerReader {
  readonly length: number;
  /** A line, counted from 0. Negative indexes count from the end. */
  at(index: number): unknown;
}

/** A cached answer, with the facts from which it was computed. */
export interface MemoEntry {
  /** The store's version at which it was last found valid. */
  version: number;
  readonly value: unknown;
  readonly from: readonly string[];
  /** An upper bound for the steps it took. A caller may not have these steps itself. */
  readonly cost: number;
  /** True if something private was read for it. */
  readonly sawPrivate: boolean;
}

/** The order of rules that answer the same question. */
interface Precedence {
  readonly rank: Rank;
  readonly newest: Section;
  /** Each rule's position in the ruleset. */
  readonly places: ReadonlyMap<LinkedRule, number>;
}

/** All posts as objects, earliest first, at a version of the store. */
interface PostsThere {
  readonly version: number;
  readonly all: readonly object[];
  readonly matters: readonly object[];
  /** An upper bound for the steps it took to make them. */
  readonly cost: number;
}

export interface PendingPost {
  readonly post: object;
  readonly kind: string;
}

/** The pending posts, earliest first, at a version of the store. */
interface PostsPending {
  readonly version: number;
  readonly all: readonly PendingPost[];
  readonly matters: readonly PendingPost[];
  readonly cost: number;
}

interface Caches {
  /** The order of rules for a question, by the kind of matter that it is about. */
  readonly order: Map<readonly Provider[], Map<string | null, readonly Provider[]>>;
  readonly memos: Map<string, MemoEntry>;
  /** Objects for people, things and posts, by kind and id, so that each has only one. */
  readonly entities: Map<string, Map<string, object>>;
  precedence: Precedence | null;
  posts: PostsThere | null;
  pending: PostsPending | null;
  /** Each person's last vote, by the list from which they were computed. */
  readonly lastVotes: WeakMap<object, Readonly<Record<string, string>>>;
  /** Deeply frozen plain values: cached answers, and values made by the kernel. */
  readonly made: Made;
}

export function newCaches(): Caches {
  return {
    order: new Map(),
    memos: new Map(),
    entities: new Map(),
    precedence: null,
    posts: null,
    pending: null,
    lastVotes: new WeakMap(),
    made: new WeakSet(),
  };
}

export function newFrame(privateSide: boolean): Frame {
  return {
    draws: [],
    amendments: [],
    result: null,
    privateSide,
    asOf: null,
    sawPrivate: false,
    assuming: false,
    reading: 0,
    depth: 0,
    views: [],
    spared: 0,
    byMatter: false,
    binding: [],
    pictures: {},
    disclosed: null,
    trace: null,
    sought: null,
    isTrial: false,
    isWhole: false,
    action: null,
    stopped: [],
    scratch: new Map(),
    unheard: {},
    ranOutIn: null,
  };
}

/** The order in which rules are asked a question, outermost first. */
export function ordered(
  runtime: Runtime,
  providers: readonly Provider[],
  matterKind: string | null,
): readonly Provider[] {
  const { order: orders } = runtime.caches;
  const known = orders.get(providers)?.get(matterKind);
  if (known !== undefined) return known;
  const { rank, newest, places } = precedenceOf(runtime);
  const indexOf = (rule: LinkedRule): number => places.get(rule) ?? 0;
  const order = inPrecedence(providers, rank, matterKind, indexOf, newest);
  const ofProviders = orders.get(providers);
  if (ofProviders === undefined) orders.set(providers, new Map([[matterKind, order]]));
  else ofProviders.set(matterKind, order);
  return order;
}

/** The order of precedence, which one of the rules may define. */
function precedenceOf(runtime: Runtime): Precedence {
  if (runtime.caches.precedence !== null) return runtime.caches.precedence;
  const { model } = runtime;
  const sections = sectionsIn(model.manifest.rules);
  let rank = plainRank(sections);
  for (const { definition, entry } of model.rules.values()) {
    if (definition?.precedence && entry.status === 'active') rank = definition.precedence;
  }
  const places = new Map([...model.rules.values()].map((rule, index) => [rule, index]));
  return (runtime.caches.precedence = { rank, newest: newestSection(sections), places });
}

export interface KernelOptions {
  /** The default export of a clause's module. */
  readonly clauseOf: (module: string) => unknown;
  readonly chance?: Chance;
  /** Called before a step is committed. Throws if the step must not be. */
  readonly mayEnd?: (spared: number) => void;
  /** Called when rules are defined again at a date. It runs the given function with an inspection. */
  readonly whileRedefining?: (run: (inspect: Inspect) => void) => void;
  readonly running?: Running;
  /** The steps counted so far in this call. */
  readonly counted?: () => number;
  /** The line of a clause that threw an error, such as `core/votes.ts:12`. */
  readonly thrownAt?: (error: unknown) => string | null;
  /** True if a clause may have caught the error. */
  readonly wasCaught?: (error: unknown) => boolean;
  readonly ledger?: LedgerReader;
}
