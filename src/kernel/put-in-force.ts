import { addCollections, contextFor, sharedContext, whileDefining } from './context.ts';
import { type KernelOptions, newCaches, newFrame, type Runtime } from './runtime.ts';
import { deepFreeze } from './freeze.ts';
import { link } from './link.ts';
import { moduleOf, type Manifest } from './manifest.ts';
import { migrate } from './migrate.ts';
import type { Inspect, Model } from './model.ts';
import { RuleError } from './refusal.ts';
import { emptyState, type State } from './state.ts';

/** Loads a ruleset. If it has problems, all are returned and nothing changes. */
export function putInForce(
  runtime: Runtime,
  given: Manifest,
  clauseOf: KernelOptions['clauseOf'],
  inspect?: Inspect,
): readonly RuleError[] {
  const manifest = deepFreeze(given);
  const shared = sharedContext(runtime);
  const { model, problems } = whileLinking(runtime, () =>
    link(manifest, {
      clauseOf,
      contextFor: (entry) => contextFor(runtime, shared, entry),
      whileDefining: (context) => whileDefining(runtime, context),
      thrownAt: runtime.thrownAt,
    }),
  );
  if (problems.length > 0) return problems;
  addCollections(runtime, model, shared);
  const made = [...model.rules.values()].filter(({ entry }) => moduleOf(entry) !== null);
  const objections = inspect?.(made) ?? [];
  if (objections.length > 0)
    return objections.map(({ file, message }) => new RuleError('clause-keeps', file, null, message));
  use(runtime, model);
  return [];
}

/** However it ends, later games mustn't be treated as if their rules were still being defined. */
function whileLinking<T>(runtime: Runtime, run: () => T): T {
  runtime.defining = true;
  try {
    return run();
  } finally {
    runtime.defining = false;
  }
}

export function use(runtime: Runtime, model: Model): void {
  runtime.model = model;
  runtime.caches = newCaches();
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
