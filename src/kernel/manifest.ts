/**
 * The kernel's description of a ruleset: the text of every rule, already read, and where its clause is.
 * `src/ruleset` makes a manifest from Markdown; the kernel never sees a file.
 */
import type { PromiseMade } from './promise-made.ts';

import type { DurationUnit } from './durations.ts';

/** One of the usual sections, or one of the ruleset's own, such as `statutes`, which can have a text in `statutes.md`. */
export type Section = string;

export const SECTIONS: readonly Section[] = ['core', 'dynastic', 'special-case', 'appendix'];

/** The sections of a ruleset, in the order of its rules. */
export function sectionsIn(rules: readonly Pick<RuleEntry, 'section'>[]): readonly Section[] {
  return [...new Set(rules.map(({ section }) => section))];
}

/** A piece of a rule's text, with its line, counted from 1. */
export interface Located {
  readonly text: string;
  readonly line: number;
  /** The unit of time that follows a live value: `hour` in `[48](#value:window) hours`. */
  readonly unit?: DurationUnit;
}

/** A table in the text. The ids of columns are the header cells in kebab-case. */
export interface TableText {
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Located[])[];
}

interface ListText {
  readonly line: number;
  readonly items: readonly Located[];
}

/** `true`, or only for matters of these kinds. */
type Entrenchment = boolean | readonly string[];

export interface RuleEntry {
  /** Path below the ruleset's folder, without its ending: `core/votable-matters/votes`. Unique. */
  readonly path: string;
  readonly section: Section;
  /** The title with terms replaced, and without `[Active]`, `[Inactive]`, `[Rare]`. */
  readonly title: string;
  /** The title before terms are replaced: "Idle Players". It stays the same across themes. */
  readonly plainTitle: string;
  /** The group's own number for it, or its place: "2.1.3" */
  readonly number: string;
  readonly parent: string | null;
  readonly children: readonly string[];
  /** The body without front matter. */
  readonly text: string;
  /** Only special-case rules can be inactive. */
  readonly status: 'active' | 'inactive';
  readonly rare: boolean;
  /** True if the status is stated in the rule rather than a default. */
  readonly marked: boolean;
  readonly entrenched: Entrenchment;
  /** Titles of the rules over which this one takes precedence. */
  readonly over: readonly string[];
  readonly values: Readonly<Record<string, Located>>;
  readonly tables: Readonly<Record<string, TableText>>;
  readonly lists: Readonly<Record<string, ListText>>;
  /** More keys of its front matter: `power`, `mutable`, and the group's own keys, `x-…`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The clause's module (`core/votable-matters/votes.ts`), or null if people play the rule by hand. */
  readonly clause: string | null;
  /** The module that its tables were compiled to, with the clause beside them if there is one. */
  readonly mechanics?: string;
  /** The promises that its text makes. Missing if there are none. */
  readonly promises?: readonly PromiseMade[];
  /** For each table of the text: what its words leave open, and what happens then. */
  readonly notes?: readonly (readonly string[])[];
}

/** The module that the kernel runs for a rule. */
export function moduleOf({ mechanics, clause }: Pick<RuleEntry, 'mechanics' | 'clause'>): string | null {
  return mechanics ?? clause;
}

/** Facts that can be written to a rule's front matter when a matter touches it: its number, its place, and others that rules read. */
export interface GivenFacts {
  readonly number?: string;
  readonly order?: number;
  readonly power?: number;
  readonly mutable?: boolean;
}

/**
 * The sections from which people can choose for a rule. If the rules know dynasties, this includes empty standard sections, unless the
 * ruleset has sections of its own or none at all.
 */
export function sectionsToChoose(
  rules: readonly Pick<RuleEntry, 'section'>[],
  hasDynasties: boolean,
): readonly Section[] {
  const present = sectionsIn(rules);
  const isUsual = present.length > 1 && present.every((section) => SECTIONS.includes(section));
  return hasDynasties && isUsual ? SECTIONS : present;
}

/**
 * The default section for a new rule: the last one if the ruleset has sections of its own, otherwise the dynastic one if it exists,
 * otherwise the first.
 */
export function sectionForNew(rules: readonly Pick<RuleEntry, 'section'>[], hasDynasties: boolean): Section {
  const sections = sectionsToChoose(rules, hasDynasties);
  const own = sections.findLast((section) => !SECTIONS.includes(section));
  if (own !== undefined) return sections.at(-1) ?? own;
  return sections.includes('dynastic') ? 'dynastic' : (sections[0] ?? 'core');
}

export type NamedRole = 'player' | 'emperor';

/** The game's words for people. There is none for the emperor if no rule defines one. */
export interface Terms {
  readonly player: string;
  readonly players: string;
  readonly emperor?: string;
  readonly emperors?: string;
  /** The roles whose words are names, and so take no article. If it is missing, the word itself decides. */
  readonly names?: readonly NamedRole[];
}

export const PLAIN_TERMS: Required<Omit<Terms, 'names'>> = {
  player: 'Player',
  players: 'Players',
  emperor: 'Emperor',
  emperors: 'Emperors',
};

export interface Manifest {
  /** In the order of the document: by section, parents before children. */
  readonly rules: readonly RuleEntry[];
  readonly terms: Terms;
}

/** A change of the ruleset, made by a matter or an action. */
export type RulesetChange =
  | {
      readonly type: 'add-rule';
      readonly section: Section;
      readonly title: string;
      readonly text: string;
      readonly parent?: string;
      readonly clause?: string;
      readonly facts?: GivenFacts;
    }
  | { readonly type: 'edit-rule'; readonly path: string; readonly replace: string; readonly with: string }
  | {
      readonly type: 'write-file';
      readonly path: string;
      readonly content: string | null;
      /** The text from which the change started. If the file has changed since, the two are merged. */
      readonly base?: string | null;
    }
  | { readonly type: 'repeal-rule'; readonly path: string }
  | { readonly type: 'set-status'; readonly path: string; readonly status: 'active' | 'inactive' | null }
  | { readonly type: 'set-entrenched'; readonly path: string; readonly entrenched: boolean }
  | { readonly type: 'set-facts'; readonly path: string; readonly facts: GivenFacts }
  /** Terms that aren't given stay, so that a matter can set them one by one. */
  | { readonly type: 'set-terms'; readonly terms: Partial<Terms> }
  | {
      readonly type: 'write-list';
      readonly path: string;
      readonly list: string;
      readonly items: readonly string[];
    };
