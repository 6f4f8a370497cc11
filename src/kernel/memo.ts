import { lasting } from './lasting.ts';
import { ALL_POSTS, isOfPost } from './store.ts';
import type { MemoEntry, Runtime } from './runtime.ts';

/** A fact that may change without notice within a step, so that an answer that read it is never remembered. */
export const SCRATCH = 'scratch';

/** Notes that what is being worked out depends on a fact, such as `player.state`. */
export function dependsOn(runtime: Runtime, fact: string): void {
  runtime.reads?.add(fact);
}

/** So many answers are kept; a game of a thousand players has fewer that matter. */
const MOST = 100_000;

/**
 * Works something out once, and again only when one of the facts that it read has been written. The rules ask the
 * same questions many times over in one action; most of them have nothing to do with what the action changes.
 */
export function remembered<T>(runtime: Runtime, what: string, compute: () => T): T {
  // An answer that was worked out from private values is not for the public side.
  const key = runtime.frame.privateSide ? `private ${what}` : what;
  const { memos } = runtime.caches;
  // The question why wants to see it worked out.
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
  const kept = lasting(value, runtime.caches.made);
  if (kept === undefined || reads.has(SCRATCH)) return value;
  if (memos.size >= MOST) memos.clear();
  // Work that began within one count and ended within another may have taken almost one more than was counted.
  const cost = runtime.counted() + runtime.frame.spared - before + 1;
  memos.set(key, { version: runtime.store.version, value: kept.value, from, cost, sawPrivate });
  return kept.value;
}

/** By places: QuickJS takes twice as long to go through a list by what it holds, and this is most of what remembering costs. */
function addAll(facts: Set<string>, more: readonly string[]): void {
  for (let at = 0; at < more.length; at++) facts.add(more[at] as string);
}

/** More posts than this are read as one fact: to look at each of thousands would take longer than to work it out. */
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
