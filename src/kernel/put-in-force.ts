import { addCollections, contextFor, sharedContext, whileDefining } from './context.ts';
import type { KernelOptions } from './kernel-options.ts';
import { deepFreeze } from './freeze.ts';
import { DefiningWatch, endWatch, hasSameCollections, cachedRule } from './cached-rules.ts';
import { link } from './link.ts';
import type { Manifest } from './manifest.ts';
import { migrate } from './migrate.ts';
import type { Inspect, LinkedRule, Model } from './model.ts';
import { RuleError } from './refusal.ts';
import { newFrame, type Runtime } from './runtime.ts';
import { emptyState, type State } from './state.ts';

export interface Linking {
  readonly inspect?: Inspect;
  /** True if unchanged rules may be reused, instead of being defined and inspected again. */
  readonly fromCache?: boolean;
  /** The steps counted before this call. */
  readonly spent?: number;
}

type Loading = Linking & Pick<KernelOptions, 'clauseOf' | 'mayEnd'>;

/**
 * Loads a ruleset. If it has problems, all are returned and nothing changes. Null if reuse was requested but all rules must be defined
 * again.
 */
export function putInForce(
  runtime: Runtime,
  given: Manifest,
  { clauseOf, mayEnd, inspect, fromCache = false, spent = 0 }: Loading,
): readonly RuleError[] | null {
  const kept = fromCache && runtime.kept?.of === runtime.model ? runtime.kept : null;
  if (fromCache && kept === null) return null;
  const manifest = deepFreeze(given);
  const shared = sharedContext(runtime);
  const made: LinkedRule[] = [];
  // Without an inspection, rules may still change.
  const watch = inspect && new DefiningWatch(runtime);
  const { model, problems } = whileLinking(runtime, () =>
    link(manifest, {
      clauseOf,
      contextFor: (entry) => contextFor(runtime, shared, entry),
      whileDefining: (context) => whileDefining(runtime, context),
      kept: (entry) => kept && cachedRule(kept, entry, clauseOf),
      before: () => {
        watch?.begin();
      },
      after: (rule, clause) => {
        made.push(rule);
        watch?.defined(rule, clause);
      },
    }),
  );
  if (kept !== null && !hasSameCollections(model, kept.of)) return null;
  if (problems.length > 0) return problems;
  addCollections(runtime, model, shared);
  const objections = inspect?.(made) ?? [];
  if (objections.length > 0)
    return objections.map(({ file, message }) => new RuleError('clause-keeps', file, null, message));
  if (kept !== null) mayEnd?.(kept.cost);
  runtime.kept = watch?.kept(model, kept, runtime.counted() + 1 + (kept?.cost ?? spent)) ?? null;
  use(runtime, model);
  return [];
}

/** However it ends, later games mustn't be treated as if their rules were still being defined. */
function whileLinking<T>(runtime: Runtime, run: () => T): T {
  runtime.defining = true;
  try {
    return run();
  } finally {
    stopDefining(runtime);
  }
}

export function stopDefining(runtime: Runtime): void {
  runtime.defining = false;
  endWatch(runtime);
}

export function use(runtime: Runtime, model: Model): void {
  runtime.model = model;
  runtime.caches.order.clear();
  runtime.caches.memos.clear();
  runtime.caches.entities.clear();
  runtime.caches.posts = null;
  runtime.caches.pending = null;
  runtime.caches.precedence = null;
}

/** Until a state is loaded there is nothing, not even starting values. */
export function clearState(runtime: Runtime): void {
  runtime.store.begin(emptyState());
  runtime.caches.memos.clear();
  runtime.caches.entities.clear();
  runtime.caches.posts = null;
  runtime.caches.pending = null;
}

/** Loads a stored state and converts it to the rules in force. */
export function loadState(runtime: Runtime, state: State | null): void {
  clearState(runtime);
  if (state !== null) runtime.store.begin(state);
  runtime.frame = { ...newFrame(true), assuming: true };
  migrate(runtime);
  runtime.store.commit();
}
