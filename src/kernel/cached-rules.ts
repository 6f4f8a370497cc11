import type { CachedRules, LinkedRule, Model } from './model.ts';
import { moduleOf, type RuleEntry } from './manifest.ts';
import type { Runtime } from './runtime.ts';

/** The current rule, if defining it again would give the same. */
export function cachedRule(
  kept: CachedRules,
  entry: RuleEntry,
  clauseOf: (module: string) => unknown,
): LinkedRule | null {
  const rule = kept.of.rules.get(entry.path);
  const module = moduleOf(entry);
  if (rule === undefined || rule.entry !== entry || module === null) return null;
  return kept.clauses.has(rule) && kept.clauses.get(rule) === clauseOf(module) ? rule : null;
}

/** Kept contexts contain the collections of the rules for which they were made. */
export function hasSameCollections(one: Model, other: Model): boolean {
  const [ids, others] = [[...one.collections.keys()], [...other.collections.keys()]];
  return ids.length === others.length && ids.every((id, at) => id === others[at]);
}

/** These don't depend on the rules in force. */
const NO_LOOK: ReadonlySet<string> = new Set(['defining', 'running', 'counted', 'thrownAt', 'wasCaught']);

type Parts = Record<string, unknown>;

/**
 * Finds out which rules can be reused, by watching what their clauses look at while they are defined. Everything that a clause receives
 * reaches the game and the rules in force through the runtime, and each part of the runtime records that it was used.
 */
export class DefiningWatch {
  readonly #clauses = new Map<LinkedRule, unknown>();
  #hasLooked = false;

  constructor(runtime: Runtime) {
    const parts = runtime as unknown as Parts;
    for (const key of Object.keys(parts)) if (!NO_LOOK.has(key)) this.#watch(parts, key, parts[key]);
  }

  #watch(parts: Parts, key: string, first: unknown): void {
    let value = first;
    const get = (): unknown => {
      this.#hasLooked = true;
      return value;
    };
    const set = (given: unknown): void => {
      this.#hasLooked = true;
      value = given;
    };
    Object.defineProperty(parts, key, { get, set, enumerable: true, configurable: true });
  }

  begin(): void {
    this.#hasLooked = false;
  }

  defined(rule: LinkedRule, clause: unknown): void {
    if (!this.#hasLooked && rule.definition !== null) this.#clauses.set(rule, clause);
  }

  /** The rules defined or reused now that may be reused another time. */
  kept(of: Model, before: CachedRules | null, cost: number): CachedRules {
    const clauses = new Map(this.#clauses);
    for (const [rule, clause] of before?.clauses ?? [])
      if (of.rules.get(rule.entry.path) === rule) clauses.set(rule, clause);
    return { of, clauses, cost };
  }
}

/** Ends the watch, however the definition ended. */
export function endWatch(runtime: Runtime): void {
  const parts = runtime as unknown as Parts;
  for (const key of Object.keys(parts)) {
    if (Object.getOwnPropertyDescriptor(parts, key)?.get === undefined) continue;
    const value = parts[key];
    Object.defineProperty(parts, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
