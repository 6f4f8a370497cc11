/** The game as a clause sees it. */
import type { CommentData, MatterChange, VoteUse } from '../kernel/state.ts';
import type { JudgedChange } from '../kernel/matter-changes.ts';
import type { RuleEntry, Section } from '../kernel/manifest.ts';
import type { PlayerVariables, PostVariables } from './defined.ts';
import type { KindName, Names, Numerals, ValuesFor } from './names.ts';

interface Numbers {
  /** Spends some of its own number. Refused if there isn't enough. */
  spend(variable: Numerals<this>[keyof this & string], amount: number): void;
  /** Takes away from a number. Refused if there isn't enough. */
  lose(variable: Numerals<this>[keyof this & string], amount: number): void;
  /** Adds to a number. */
  gain(variable: Numerals<this>[keyof this & string], amount: number): void;
  /** Gives some of its own number to another. */
  transfer(variable: Numerals<this>[keyof this & string], amount: number, to: Numbers): void;
}

export interface Base extends Numbers {
  /** The name used in files. */
  readonly id: string;
  /** The name shown to people. */
  readonly label: string;
  /** True if both are the same thing. */
  is(other: unknown): boolean;
  /** Sets several variables at once. */
  set(values: ValuesFor<this>): void;
  /** Resets these variables, or all, to their starting values. */
  reset(...variables: readonly Names<this>[keyof this & string][]): void;
}

export interface Person extends Base, PlayerVariables {}
export type Player = Person;

export interface Thing extends Base {
  readonly exists: boolean;
}

export type Vote = Readonly<VoteUse>;
export type Comment = Readonly<CommentData>;

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
  /** The time of its last edit, or null. */
  readonly alteredAt: string | null;
  /** `pending`, `enacted` or `failed`, if it is a matter. */
  readonly status: string | null;
  /** The time at which it was resolved, or null. */
  readonly resolvedAt: string | null;
  /** True if it can be voted on. */
  readonly votable: boolean;
  /** True if its category is official. */
  readonly official: boolean;
  /** True if it hasn't been resolved yet. */
  readonly pending: boolean;
  /** Every vote ever cast on it, in order of time, including withdrawn ones. */
  readonly uses: readonly Vote[];
  /** Each person's last vote that hasn't been withdrawn, by the person's id. Faster than going through `uses`. */
  readonly lastVotes: Readonly<Record<string, string>>;
  /** Its comments, in order. */
  readonly comments: readonly Comment[];
  /** The changes that it proposes. */
  readonly changes: readonly MatterChange[];
  /** The changes that were omitted when it was enacted, and why. */
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  /** The current tally, or the one at the time when it was resolved. */
  readonly tally: Readonly<Record<string, unknown>>;
  /** Changes its title or text. */
  change(facts: { readonly title?: string; readonly text?: string }): void;
}
export type Matter = Post;

/** A proposed change, with what it touches. */
export type Change = JudgedChange;
export type RuleFacts = RuleEntry;

export interface Set<T> extends Iterable<T> {
  /** Sets can be looped over and have the methods of lists. */
  readonly size: number;
  get(id: unknown): T | null;
  has(item: unknown): boolean;
  all(): readonly T[];
  filter(test: (item: T) => boolean): T[];
  find(test: (item: T) => boolean): T | null;
  map<R>(make: (item: T) => R): R[];
  some(test: (item: T) => boolean): boolean;
  every(test: (item: T) => boolean): boolean;
  /** The items that have all of these values. */
  where(values: ValuesFor<T>): T[];
}

export interface PostSet extends Set<Post> {
  pending(kind?: KindName): Post[];
}

export interface Collection<T> extends Set<T> {
  /** Creates a thing. */
  add(id: string, values?: ValuesFor<T>): T;
  /** Creates a thing named `<prefix><n>`, where n is one more than the highest number so far. */
  addNumbered(prefix: string, values?: ValuesFor<T>): T;
  /** The number that `addNumbered` would use next. */
  nextNumber(prefix: string): number;
  /** Removes a thing from the game. */
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
