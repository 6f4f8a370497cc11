/** The game as a clause sees it. */
import type { MatterChange } from '../kernel/state.ts';
import type { JudgedChange } from '../kernel/matter-changes.ts';
import type { RuleEntry, Section } from '../kernel/manifest.ts';
import type { PlayerVariables, PostVariables } from './defined.ts';
import type { KindName, Names, Numerals, ValuesFor } from './names.ts';

interface Numbers {
  /** Pays from what one has; refused where there is too little. */
  spend(variable: Numerals<this>[keyof this & string], amount: number): void;
  /** Takes from what one has; refused where there is too little. */
  lose(variable: Numerals<this>[keyof this & string], amount: number): void;
  /** Adds to what one has. */
  gain(variable: Numerals<this>[keyof this & string], amount: number): void;
  /** Gives of what one has to another. */
  transfer(variable: Numerals<this>[keyof this & string], amount: number, to: Numbers): void;
}

export interface Base extends Numbers {
  /** The name by which files know it. */
  readonly id: string;
  /** The name by which people know it. */
  readonly label: string;
  /** True of the same one. */
  is(other: unknown): boolean;
  /** Sets several variables at once. */
  set(values: ValuesFor<this>): void;
  /** Back to the starting values of these variables, or of all. */
  reset(...variables: readonly Names<this>[keyof this & string][]): void;
}

export interface Person extends Base, PlayerVariables {}
export type Player = Person;

export interface Thing extends Base {
  readonly exists: boolean;
}

export interface Vote {
  readonly by: string;
  readonly vote: string;
  readonly at: string;
  readonly via: 'comment' | 'review' | 'reaction';
  readonly comment: string | null;
  readonly withdrawn?: boolean;
}

export interface Comment {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly text: string;
  readonly votes: readonly string[];
  readonly edited?: boolean;
  readonly deleted?: boolean;
}

export interface Post extends Base, PostVariables {
  /** Its category. */
  readonly kind: KindName;
  /** Its title. */
  readonly title: string;
  /** Its text. */
  readonly text: string;
  /** The person who posted it. */
  readonly author: Player;
  /** The time at which it was posted. */
  readonly at: string;
  /** Its place in the order of posts. */
  readonly n: number;
  /** The time at which it was altered last, or null. */
  readonly alteredAt: string | null;
  /** Of a matter: `pending`, `enacted`, `failed`. */
  readonly status: string | null;
  /** The time at which it was resolved, or null. */
  readonly resolvedAt: string | null;
  /** Whether it is voted on. */
  readonly votable: boolean;
  /** Whether its category is official. */
  readonly official: boolean;
  /** Whether it is still to be resolved. */
  readonly pending: boolean;
  /** Every use of a voting icon, in order of time, withdrawn ones included. */
  readonly uses: readonly Vote[];
  /** The icon that each person used last and has not taken back, by their id: quicker than going through `uses`. */
  readonly lastVotes: Readonly<Record<string, string>>;
  /** Its comments, in order. */
  readonly comments: readonly Comment[];
  /** The changes that it asks for. */
  readonly changes: readonly MatterChange[];
  /** The changes that were left out when it was enacted, and why. */
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  /** As it is now, or as it was on resolution. */
  readonly tally: Readonly<Record<string, unknown>>;
  /** Gives it another title or text. */
  change(facts: { readonly title?: string; readonly text?: string }): void;
}
export type Matter = Post;

/** A change that a matter asks for, with what it touches. */
export type Change = JudgedChange;
export type RuleFacts = RuleEntry;

export interface Set<T> extends Iterable<T> {
  /** The number of them. Sets are looped over, and have the methods that lists have. */
  readonly size: number;
  get(id: unknown): T | null;
  has(item: unknown): boolean;
  all(): readonly T[];
  filter(test: (item: T) => boolean): T[];
  find(test: (item: T) => boolean): T | null;
  map<R>(make: (item: T) => R): R[];
  some(test: (item: T) => boolean): boolean;
  every(test: (item: T) => boolean): boolean;
  /** Those that have all of these values. */
  where(values: ValuesFor<T>): T[];
}

export interface PostSet extends Set<Post> {
  pending(kind?: KindName): Post[];
}

export interface Collection<T> extends Set<T> {
  /** Makes a thing. */
  add(id: string, values?: ValuesFor<T>): T;
  /** `<prefix><n>`, n one more than the highest there is. */
  addNumbered(prefix: string, values?: ValuesFor<T>): T;
  /** The number that `addNumbered` would take. */
  nextNumber(prefix: string): number;
  /** Takes a thing out of the game. */
  remove(thing: unknown): void;
}

type Words = Readonly<Record<string, unknown>>;

export interface Submission<Open = Words, With = Words> {
  readonly by: Player;
  readonly at: string;
  readonly n: number;
  /** The public part, as it was sent. */
  readonly open: { readonly [K in keyof Open]: unknown };
  readonly contents: { readonly [K in keyof With]?: unknown };
  readonly values: With | null;
  readonly problem: string | null;
  use(): void;
}

export type { Section };
