import type { KeptRules, LinkedRule, Model } from './model.ts';
import type { RuleEntry } from './manifest.ts';
import type { Runtime } from './runtime.ts';

/** The rule as it is in force, if it would be the same again. */
export function keptRule(
  kept: KeptRules,
  entry: RuleEntry,
  clauseOf: (module: string) => unknown,
): LinkedRule | null {
  const rule = kept.of.rules.get(entry.path);
  if (rule === undefined || rule.entry !== entry || entry.clause === null) return null;
  return kept.clauses.has(rule) && kept.clauses.get(rule) === clauseOf(entry.clause) ? rule : null;
}

/** Contexts that are kept know the collections of the rules that they were made for. */
export function hasSameCollections(one: Model, other: Model): boolean {
  const [ids, others] = [[...one.collections.keys()], [...other.collections.keys()]];
  return ids.length === others.length && ids.every((id, at) => id === others[at]);
}

/** These mean the same whatever is in force. */
const NO_LOOK: ReadonlySet<string> = new Set(['defining', 'counted', 'thrownAt', 'wasCaught']);

type Parts = Record<string, unknown>;

/**
 * Learns which rules would be defined the same again, while their clauses say what they define. All that a clause is handed leads to the
 * game, and to the rules in force, through the runtime: each part of that tells when it is taken.
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

  /** Those that were defined, and those that were kept, as far as they may be kept once more. */
  kept(of: Model, before: KeptRules | null, cost: number): KeptRules {
    const clauses = new Map(this.#clauses);
    for (const [rule, clause] of before?.clauses ?? [])
      if (of.rules.get(rule.entry.path) === rule) clauses.set(rule, clause);
    return { of, clauses, cost };
  }
}

/** The watch is over, however it ended. */
export function endWatch(runtime: Runtime): void {
  const parts = runtime as unknown as Parts;
  for (const key of Object.keys(parts)) {
    if (Object.getOwnPropertyDescriptor(parts, key)?.get === undefined) continue;
    const value = parts[key];
    Object.defineProperty(parts, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
