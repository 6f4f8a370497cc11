import type { Chance, Draw } from './chance.ts';
import type { FetchLeftBehind, LastVotes } from './left-behind.ts';
import type { Made } from './lasting.ts';
import type { KeptRules, LinkedRule, Model, Provider } from './model.ts';
import type { Pictures } from './pictures.ts';
import { sectionsIn, type RulesetChange, type Section } from './manifest.ts';
import { inPrecedence, newestSection, plainRank, type Rank } from './precedence.ts';
import type { Store } from './store.ts';
import type { Disclosure } from './disclosure.ts';
import type { TraceLine } from './trace.ts';
import type { ValueType } from './value-types.ts';
import type { References } from './kinds/kind.ts';

/** One input being worked on: what it drew, what it asks of the ruleset, what it tells. */
export interface Frame {
  readonly draws: Draw[];
  readonly amendments: RulesetChange[];
  result: unknown;
  /** Whether private values may be read: only on the emperor's side, in an action that says so. */
  privateSide: boolean;
  /** Whether something private has been read, drawn or opened so far: what is said from then on could tell of it. */
  sawPrivate: boolean;
  /** While a given state is laid down, rules about changes aren't asked. */
  readonly assuming: boolean;
  /** Above zero while a view is worked out: nothing may be written then. */
  reading: number;
  depth: number;
  /** The views that are being worked out, each for the one before it. */
  readonly views: string[];
  /** While what a matter sets is written: one after the other, though it all happens at once. */
  byMatter: boolean;
  /** The results of fetching pictures, by their addresses. */
  pictures: Pictures;
  /** The rolls of an action that is done again: they stand as they fell, as long as it still rolls the same dice. */
  standing: Draw[];
  /** The public part of an action of the emperor's side. */
  told: Disclosure | null;
  /** The most that remembering has spared, in the runner's counts. */
  spared: number;
  /** Each rule's answer, where somebody asked why. */
  trace: TraceLine[] | null;
  /** The last name by which a clause looked for a rule, and found none. */
  sought: string | null;
  /** Whether it is only tried, and taken back: then no dice are asked. */
  isTrial: boolean;
  /** Values that clauses keep until the step is over, by the `scratch` that they came from. */
  readonly scratch: Map<object, unknown>;
}

/** The state that all parts of the kernel share while a game is open. */
export interface Runtime {
  readonly store: Store;
  model: Model;
  now: string;
  /** While clauses are being loaded there is no time, and no game to look at. */
  defining: boolean;
  chance: Chance;
  frame: Frame;
  /** Built-in behaviour of hooks, under all rules. */
  readonly base: ReadonlyMap<string, Provider['call']>;
  caches: Caches;
  /** Of people, posts and things, for the rules in force. */
  classes: { readonly of: Model; readonly made: object } | null;
  /** Those of the rules in force that may stay when others are put in force. */
  kept: KeptRules | null;
  /** The facts that what is being worked out has read so far; null where nobody wants to know. */
  reads: Set<string> | null;
  ledger: LedgerReader;
  /** The steps that the runner has counted in this call. */
  readonly counted: () => number;
  readonly thrownAt: (error: unknown) => string | null;
  readonly wasCaught: (error: unknown) => boolean;
  /** Gets a list of a post that was left outside until somebody reads it. */
  readonly fetch: FetchLeftBehind;
  readonly refs: References;
  readonly decode: (type: ValueType, stored: unknown) => unknown;
}

export interface LedgerReader {
  readonly length: number;
  /** A line, from 0; negative counts from the end. */
  at(index: number): unknown;
}

/** An answer that was worked out, and which facts it was worked out from. */
export interface MemoEntry {
  /** The store's version at which it was last seen to hold. */
  version: number;
  readonly value: unknown;
  readonly from: readonly string[];
  /** At most so much it took to work it out, in the runner's counts; what asks for it may not have to do that. */
  readonly cost: number;
  /** Whether something private was read for it. */
  readonly sawPrivate: boolean;
}

/** The order of rules where several answer one question. */
interface Precedence {
  readonly rank: Rank;
  readonly newest: Section;
  /** Where each rule stands in the ruleset. */
  readonly places: ReadonlyMap<LinkedRule, number>;
}

/** Wrappers of all posts, the earliest first, as they were at a version of the store. */
interface PostsThere {
  readonly version: number;
  readonly all: readonly object[];
  readonly matters: readonly object[];
  /** At most so much it took to make them, in the runner's counts. */
  readonly cost: number;
}

export interface PendingPost {
  readonly post: object;
  readonly kind: string;
}

/** The posts that are pending, the earliest first, as they were at a version of the store. */
interface PostsPending {
  readonly version: number;
  readonly all: readonly PendingPost[];
  readonly matters: readonly PendingPost[];
  readonly cost: number;
}

interface Caches {
  /** The order of those who answer a question, by what kind of matter it is about. */
  readonly order: Map<readonly Provider[], Map<string | null, readonly Provider[]>>;
  readonly memos: Map<string, MemoEntry>;
  /** Wrappers of people, things and posts, by what they are and their ids, so that the same one is the same object. */
  readonly entities: Map<string, Map<string, object>>;
  precedence: Precedence | null;
  posts: PostsThere | null;
  pending: PostsPending | null;
  /** By the list, or the post, that they were worked out from. */
  readonly lastVotes: WeakMap<object, LastVotes>;
  /** Plain values that are frozen to the bottom: answers that were worked out, and values that the kernel made itself. */
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
    sawPrivate: false,
    assuming: false,
    reading: 0,
    depth: 0,
    views: [],
    spared: 0,
    byMatter: false,
    standing: [],
    pictures: {},
    told: null,
    trace: null,
    sought: null,
    isTrial: false,
    scratch: new Map(),
  };
}

/** The order in which rules are heard on one question, outermost first. */
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

/** The ruleset's own order of precedence, where one of its rules gives it. */
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
