import { lasting } from './lasting.ts';
import { ALL_POSTS, isOfPost } from './store.ts';
import type { MemoEntry, Runtime } from './runtime.ts';

/** A fact that may change silently within a step, so answers that depend on it are never cached. */
export const SCRATCH = 'scratch';

/** Records that the current computation depends on a fact, such as `player.state`. */
export function dependsOn(runtime: Runtime, fact: string): void {
  runtime.reads?.add(fact);
}

/** The most answers that are cached. A game of a thousand players needs fewer. */
const MOST = 100_000;

/**
 * Computes something once, and again only if a fact that it read has been written. In one action, rules ask the same questions many
 * times, and most have nothing to do with what the action changes.
 */
export function remembered<T>(runtime: Runtime, what: string, compute: () => T): T {
  // An answer computed from private values is not for the public side.
  const { privateSide, asOf } = runtime.frame;
  const key = privateSide ? `private ${asOf ?? ''} ${what}` : what;
  const { memos } = runtime.caches;
  // An explanation has to see the computation.
  const known = runtime.frame.trace === null ? memos.get(key) : undefined;
  if (known !== undefined && holds(runtime, known)) {
    if (runtime.reads !== null) addAll(runtime.reads, known.from);
    runtime.frame.spared += known.cost;
    if (known.sawPrivate) runtime.frame.sawPrivate = true;
    return known.value as T;
  }
  const outer = runtime.reads;
  const before = runtime.counted() + runtime.frame.spared;
  const reads = new Set<string>();
  runtime.reads = reads;
  const { frame } = runtime;
  const saw = frame.sawPrivate;
  frame.sawPrivate = false;
  let sawPrivate = false;
  let value: T;
  try {
    value = compute();
  } finally {
    runtime.reads = outer;
    ({ sawPrivate } = frame);
    frame.sawPrivate ||= saw;
  }
  const from = factsIn(reads);
  if (outer !== null) addAll(outer, from);
  const cached = lasting(value, runtime.caches.made);
  if (cached === undefined || reads.has(SCRATCH)) return value;
  if (memos.size >= MOST) memos.clear();
  // A computation that spans two counts may have taken almost one more than was counted.
  const cost = runtime.counted() + runtime.frame.spared - before + 1;
  memos.set(key, { version: runtime.store.version, value: cached.value, from, cost, sawPrivate });
  return cached.value;
}

/** Runs something, unless it did nothing the last time and no fact that it read has been written since. */
export function unlessIdle(runtime: Runtime, what: string, run: () => void): void {
  remembered(runtime, `idle ${what}`, () => {
    const { version } = runtime.store;
    run();
    if (runtime.store.version !== version) acts(runtime);
    return null;
  });
}

/**
 * Records that the current computation tries to do something, so it is never skipped. Even if nothing comes of it, the reason may be
 * something that isn't recorded as read, such as a limit.
 */
export function acts(runtime: Runtime): void {
  dependsOn(runtime, SCRATCH);
}

/** Uses indexes, because iterating takes QuickJS twice as long, and this is most of the cost of caching. */
function addAll(facts: Set<string>, more: readonly string[]): void {
  for (let at = 0; at < more.length; at++) facts.add(more[at] as string);
}

/** More posts than this are recorded as one fact. Checking each of thousands would take longer than computing the answer again. */
const FEW_FACTS = 24;

function factsIn(reads: ReadonlySet<string>): readonly string[] {
  const all = [...reads];
  if (all.length <= FEW_FACTS) return all;
  const others = all.filter((fact) => !isOfPost(fact));
  return others.length === all.length ? all : [...others, ALL_POSTS];
}

function holds({ store }: Runtime, known: MemoEntry): boolean {
  if (known.version === store.version) return true;
  const { from, version } = known;
  for (let at = 0; at < from.length; at++) if (store.writtenAt(from[at] as string) > version) return false;
  known.version = store.version;
  return true;
}

/** Gives a clause memory that starts empty in each step of the game, such as an action or a set time, and ends with it. */
export function scratchOf(runtime: Runtime, make: () => unknown): () => unknown {
  const of = {};
  return () => {
    if (runtime.defining)
      throw new TypeError('there is no step yet while rules are defined: use it in a handler');
    dependsOn(runtime, SCRATCH);
    const { scratch } = runtime.frame;
    if (!scratch.has(of)) scratch.set(of, make());
    return scratch.get(of);
  };
}
