/**
 * The kernel's description of a ruleset: the text of every rule, already read, and where its clause is.
 * `src/ruleset` makes a manifest from Markdown; the kernel never sees a file.
 */

/** One of the usual sections, or one that the ruleset has of its own: `statutes`, with a text of its own in `statutes.md`. */
export type Section = string;

export const SECTIONS: readonly Section[] = ['core', 'dynastic', 'special-case', 'appendix'];

/** The sections that a ruleset is in, in the order of its rules. */
export function sectionsIn(rules: readonly Pick<RuleEntry, 'section'>[]): readonly Section[] {
  return [...new Set(rules.map(({ section }) => section))];
}

/** A piece of a rule's text, with the line it stands at (1 is the first line of the file). */
export interface Located {
  readonly text: string;
  readonly line: number;
}

/** A GFM table of the text. Column ids are the header cells in kebab-case. */
export interface TableText {
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Located[])[];
}

interface ListText {
  readonly line: number;
  readonly items: readonly Located[];
}

/** `true`, or only where the matter at hand is of one of these kinds. */
type Entrenchment = boolean | readonly string[];

export interface RuleEntry {
  /** Path below the ruleset's folder, without its ending: `core/votable-matters/votes`. Unique. */
  readonly path: string;
  readonly section: Section;
  /** As it reads now, terms replaced, without `[Active]`, `[Inactive]`, `[Rare]`. */
  readonly title: string;
  /** The title before terms were put in: "Idle Players". Tells a rule's clause apart from its theme. */
  readonly plainTitle: string;
  /** The group's own number for it, or its place: "2.1.3" */
  readonly number: string;
  readonly parent: string | null;
  readonly children: readonly string[];
  /** The body without front matter. */
  readonly text: string;
  /** Only of special-case rules; every other rule is active. */
  readonly status: 'active' | 'inactive';
  readonly rare: boolean;
  /** Whether the status is written down, or follows from the default. */
  readonly marked: boolean;
  readonly entrenched: Entrenchment;
  /** Titles of rules that this one says it prevails over. */
  readonly over: readonly string[];
  readonly values: Readonly<Record<string, Located>>;
  readonly tables: Readonly<Record<string, TableText>>;
  readonly lists: Readonly<Record<string, ListText>>;
  /** Further keys of its front matter: `power`, `mutable`, and the group's own keys, `x-…`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Module name of the clause (`core/votable-matters/votes.ts`), or null where people play the rule. */
  readonly clause: string | null;
}

/** The facts that a rule's front matter can be given when a matter touches it: its number, its place, and anything else that rules read of it. */
export interface GivenFacts {
  readonly number?: string;
  readonly order?: number;
  readonly power?: number;
  readonly mutable?: boolean;
}

/**
 * The sections that a rule may be put into: those that there are. Where rules know dynasties all usual ones belong to the game,
 * also while a section is empty, unless it has sections of its own or is not divided at all.
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
 * Where a new rule goes that nobody has placed: behind all of a ruleset that has sections of its own, else to the dynastic ones where
 * there are such, else among the first.
 */
export function sectionForNew(rules: readonly Pick<RuleEntry, 'section'>[], hasDynasties: boolean): Section {
  const sections = sectionsToChoose(rules, hasDynasties);
  const own = sections.findLast((section) => !SECTIONS.includes(section));
  if (own !== undefined) return sections.at(-1) ?? own;
  return sections.includes('dynastic') ? 'dynastic' : (sections[0] ?? 'core');
}

export type NamedRole = 'player' | 'emperor';

/** The words of a game for its people; a game whose rules know nobody at its head has none for such a person. */
export interface Terms {
  readonly player: string;
  readonly players: string;
  readonly emperor?: string;
  readonly emperors?: string;
  /** The roles whose words are somebody's name, and so take no article; where it isn't said, the word itself tells. */
  readonly names?: readonly NamedRole[];
}

export const PLAIN_TERMS: Required<Omit<Terms, 'names'>> = {
  player: 'Player',
  players: 'Players',
  emperor: 'Emperor',
  emperors: 'Emperors',
};

export interface Manifest {
  /** In the order of the document: sections in their order, parents before children. */
  readonly rules: readonly RuleEntry[];
  readonly terms: Terms;
  /** Of a game that is played again as it was played in its first format; otherwise the mark `private` goes outwards. */
  readonly privacy?: 'outermost' | undefined;
}

/** A change that a matter makes, or an action writes, to the ruleset. */
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
      /** The text that the change started from: where the file reads otherwise by now, the two are merged. */
      readonly base?: string | null;
    }
  | { readonly type: 'repeal-rule'; readonly path: string }
  | { readonly type: 'set-status'; readonly path: string; readonly status: 'active' | 'inactive' | null }
  | { readonly type: 'set-entrenched'; readonly path: string; readonly entrenched: boolean }
  | { readonly type: 'set-facts'; readonly path: string; readonly facts: GivenFacts }
  /** Those that aren't named stay, so that a matter can name one after another. */
  | { readonly type: 'set-terms'; readonly terms: Partial<Terms> }
  | {
      readonly type: 'write-list';
      readonly path: string;
      readonly list: string;
      readonly items: readonly string[];
    };
