import { addCollections, contextFor, sharedContext, whileDefining } from './context.ts';
import type { KernelOptions } from './kernel-options.ts';
import { deepFreeze } from './freeze.ts';
import { fetchWhenRead } from './left-behind.ts';
import { link } from './link.ts';
import type { Manifest } from './manifest.ts';
import { migrate } from './migrate.ts';
import type { LinkedRule, Model } from './model.ts';
import { RuleError } from './refusal.ts';
import { newFrame, type Runtime } from './runtime.ts';
import { emptyState, type State } from './state.ts';

interface Objection {
  readonly file: string;
  readonly message: string;
}

/** Looks at what clauses have made, and may object. */
export type Inspect = (rules: readonly LinkedRule[]) => readonly Objection[];

interface Loading extends Pick<KernelOptions, 'clauseOf'> {
  readonly inspect?: Inspect;
}

/** Puts a ruleset in force. Where it doesn't load nothing changes, and every problem is told. */
export function putInForce(
  runtime: Runtime,
  given: Manifest,
  { clauseOf, inspect = (): readonly Objection[] => [] }: Loading,
): readonly RuleError[] {
  const manifest = deepFreeze(given);
  const shared = sharedContext(runtime);
  const { model, problems } = whileLinking(runtime, () =>
    link(manifest, {
      clauseOf,
      contextFor: (entry) => contextFor(runtime, shared, entry),
      whileDefining: (context) => whileDefining(runtime, context),
    }),
  );
  if (problems.length > 0) return problems;
  const rules = [...model.rules.values()];
  addCollections(runtime, model, shared);
  const objections = inspect(rules);
  if (objections.length > 0)
    return objections.map(({ file, message }) => new RuleError('clause-keeps', file, null, message));
  use(runtime, model);
  return [];
}

/** However it ends, no game that comes after it is asked as if its rules were still being defined. */
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
  runtime.caches.order.clear();
  runtime.caches.memos.clear();
  runtime.caches.entities.clear();
  runtime.caches.posts = null;
  runtime.caches.pending = null;
  runtime.caches.precedence = null;
}

/** Until a state is loaded there is none: not even what things start with. */
export function clearState(runtime: Runtime): void {
  runtime.store.begin(emptyState());
  runtime.caches.memos.clear();
  runtime.caches.entities.clear();
  runtime.caches.posts = null;
  runtime.caches.pending = null;
}

/** Starts from a stored state, carried over to the rules in force; `begun` is called in between. */
export function loadState(runtime: Runtime, state: State | null, begun: () => void): void {
  clearState(runtime);
  if (state !== null) runtime.store.begin(state);
  begun();
  fetchWhenRead(runtime.store.state.posts, runtime.fetch);
  runtime.frame = { ...newFrame(true), assuming: true };
  migrate(runtime);
  runtime.store.commit();
}
