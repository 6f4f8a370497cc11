import { base64Digest } from '#platform/hash.ts';

import { markOf } from './guest/mark-of.ts';
import { moduleOf, type Manifest, type RuleEntry } from '../kernel/manifest.ts';
import type { ToldEntries, ToLink } from './guest/loading.ts';

/** A ruleset with a hash for each rule, so that the kernel need not receive rules it already has. */
export class ToldRules {
  readonly #manifest: Manifest;
  readonly ids: readonly string[];

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
    this.ids = manifest.rules.map(idOf);
  }

  get clauses(): readonly string[] {
    return this.#manifest.rules.flatMap((rule) => moduleOf(rule) ?? []);
  }

  moduleMarked(mark: number): string | undefined {
    const rule = this.#manifest.rules.find(({ path }) => markOf(path) === mark);
    return rule && (moduleOf(rule) ?? `${rule.path}.md`);
  }

  telling(unknown: readonly number[]): ToldEntries {
    const { rules } = this.#manifest;
    return unknown.map((at) => [this.ids[at] as string, rules[at] as RuleEntry] as const);
  }

  get toLink(): ToLink {
    const { rules: _rules, ...rest } = this.#manifest;
    return { ...rest, ids: this.ids };
  }
}

function idOf(entry: RuleEntry): string {
  return base64Digest('sha256', JSON.stringify(entry));
}
