import { freezeWhole } from './freeze.ts';
import type { RuleEntry } from './manifest.ts';
import type { LinkedRule } from './model.ts';

const { defineProperty, isFrozen } = Object;

/**
 * Learns which rules' texts are read as such, which few clauses do: of most rules only the values, lists and tables are read that stand in
 * the text. Under a text that nobody reads the game does the same as under another.
 */
export class RuleTextsRead {
  readonly #texts = new WeakMap<object, Pick<RuleEntry, 'path' | 'text'>>();
  /** One for all rules, and frozen: a clause that takes it from a rule can keep nothing on it. */
  readonly #get: (this: object) => string | undefined;
  /** While each rule was defined. A rule that stays in force as it is would read the same if it were defined again. */
  readonly #defining = new WeakMap<LinkedRule, ReadonlySet<string>>();
  /** While all of them were put together. */
  #linking = new Set<string>();
  /** Since the game was loaded. */
  #playing = new Set<string>();
  #now = this.#playing;

  constructor() {
    // A getter is called on the rule, so that it has no other way to what is noted here.
    const readOn = (rule: object): string | undefined => this.#read(rule);
    this.#get = function text(this: object) {
      return readOn(this);
    };
    freezeWhole(this.#get);
  }

  #read(rule: object): string | undefined {
    const told = this.#texts.get(rule);
    if (told !== undefined) this.#now.add(told.path);
    return told?.text;
  }

  /** Has to be called before the rules are frozen, which reads all of them, and so does not count. */
  watch(rules: readonly RuleEntry[]): void {
    this.#now = new Set();
    for (const entry of rules) {
      if (isFrozen(entry)) continue;
      const { path, text } = entry;
      this.#texts.set(entry, { path, text });
      defineProperty(entry, 'text', { get: this.#get, enumerable: true });
    }
  }

  beginLinking(): void {
    this.#now = this.#linking = new Set();
  }

  beginDefining(): void {
    this.#now = new Set();
  }

  defined(rule: LinkedRule): void {
    this.#defining.set(rule, this.#now);
    this.#now = this.#linking;
  }

  endLinking(): void {
    this.#now = this.#playing;
  }

  beginGame(): void {
    this.#now = this.#playing = new Set();
  }

  /** The paths of those that were read under these rules, or may have been. */
  of(rules: ReadonlyMap<string, LinkedRule>): readonly string[] {
    const all = [...rules.values()];
    const unknown = all.flatMap(({ entry }) => (this.#texts.has(entry) ? [] : [entry.path]));
    const defining = all.flatMap((rule) => [...(this.#defining.get(rule) ?? [])]);
    return [...new Set([...unknown, ...defining, ...this.#linking, ...this.#playing])];
  }
}
