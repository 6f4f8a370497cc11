/**
 * What a clause sees of the game. The interfaces without members here are filled in, for each ruleset, by a
 * declaration file that is generated from all its rules together.
 */
/* eslint-disable @typescript-eslint/no-empty-object-type */
import type { MatterChange } from '../kernel/state.ts';
import type { JudgedChange } from '../kernel/matter-changes.ts';
import type { RuleEntry, RulesetChange, Section, Terms } from '../kernel/manifest.ts';
import type { Hooks } from './questions.ts';
import type { Type, Value } from './types.ts';

export interface PlayerVariables {}
export interface GameVariables {}
export interface DynastyVariables {}
export interface EmperorVariables {}
export interface PostVariables {}
/** Collections by their ids in kebab-case: the type of one thing of each. */
export interface Things {}
/** Views by id: `{ of: Player; returns: number }`. */
export interface Views {}

interface Numbers {
  /** Pays from what one has; refused where there is too little. */
  spend(variable: string, amount: number): void;
  lose(variable: string, amount: number): void;
  gain(variable: string, amount: number): void;
  transfer(variable: string, amount: number, to: Numbers): void;
}

interface Base extends Numbers {
  readonly id: string;
  readonly label: string;
  is(other: unknown): boolean;
  set(values: Readonly<Record<string, unknown>>): void;
  /** Back to the starting values of these variables, or of all. */
  reset(...variables: readonly string[]): void;
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
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly author: Player;
  readonly at: string;
  readonly n: number;
  readonly alteredAt: string | null;
  readonly status: string | null;
  readonly resolvedAt: string | null;
  readonly votable: boolean;
  readonly official: boolean;
  readonly pending: boolean;
  /** Every use of a voting icon, in order of time, withdrawn ones included. */
  readonly uses: readonly Vote[];
  /** The icon that each person used last and has not taken back, by their id: quicker than going through `uses`. */
  readonly lastVotes: Readonly<Record<string, string>>;
  readonly comments: readonly Comment[];
  readonly changes: readonly MatterChange[];
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  /** As it is now, or as it was on resolution. */
  readonly tally: Readonly<Record<string, unknown>>;
  change(facts: { readonly title?: string; readonly text?: string }): void;
}
export type Matter = Post;

/** A change that a matter asks for, with what it touches. */
export type Change = JudgedChange;
export type RuleFacts = RuleEntry;

export interface Set<T> extends Iterable<T> {
  readonly size: number;
  get(id: unknown): T | null;
  has(item: unknown): boolean;
  all(): readonly T[];
  filter(test: (item: T) => boolean): T[];
  find(test: (item: T) => boolean): T | null;
  map<R>(make: (item: T) => R): R[];
  some(test: (item: T) => boolean): boolean;
  every(test: (item: T) => boolean): boolean;
  where(values: Readonly<Record<string, unknown>>): T[];
}

export interface PostSet extends Set<Post> {
  pending(kind?: string): Post[];
}

export interface Collection<T> extends Set<T> {
  add(id: string, values?: Readonly<Record<string, unknown>>): T;
  /** `<prefix><n>`, n one more than the highest there is. */
  addNumbered(prefix: string, values?: Readonly<Record<string, unknown>>): T;
  nextNumber(prefix: string): number;
  remove(thing: unknown): void;
}

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type Collections = { readonly [K in keyof Things & string as Camel<K>]: Collection<Things[K]> };

export interface Submission {
  readonly by: Player;
  readonly at: string;
  readonly n: number;
  readonly open: Readonly<Record<string, unknown>>;
  readonly contents: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
  use(): void;
}

type Of<K extends keyof Views> = Views[K] extends { of: infer O } ? O : unknown;
type Returns<K extends keyof Views> = Views[K] extends { returns: infer R } ? R : unknown;
type Words<K extends keyof Hooks> = Hooks[K] extends { words: infer W } ? W : object;
type Answer<K extends keyof Hooks> = Hooks[K] extends { returns: infer R } ? R : unknown;

/** Everything a clause can reach: handed to `rule(…)`, and to every handler beside its own words. */
export type Game = Collections & {
  readonly now: string;
  readonly game: Base & GameVariables;
  readonly dynasty: Base & DynastyVariables;
  /** What the emperor tracks. Who the emperor is says `dynasty.emperor`. */
  readonly emperor: Base & EmperorVariables;
  /** Those who count as players for this rule. */
  readonly players: Set<Player>;
  /** Everybody the game has heard of: idle players and outsiders too. */
  readonly people: Set<Person>;
  readonly matters: PostSet;
  readonly posts: PostSet;
  readonly rule: RuleFacts;
  readonly ruleset: {
    readonly rules: readonly RuleFacts[];
    readonly terms: Terms;
    find(title: string): RuleFacts | null;
    findAll(title: string): readonly RuleFacts[];
    definesAction(id: string): RuleFacts | null;
    fields(
      scope: 'player',
    ): readonly { readonly id: string; readonly type: Type; readonly rule: RuleFacts }[];
    /** Changes the text together with the action. */
    amend(change: RulesetChange): void;
    /** Rewrites a named list in this rule's own text. */
    writeList(list: string, items: readonly string[]): void;
  };

  /** A live number of the text. */
  value(name: string): number;
  /** Live words of the text. */
  words(name: string): string;
  /** A table of the text; columns are named as in its header, in camelCase. */
  table<const C extends Record<string, Type>>(
    name: string,
    columns: C,
  ): readonly { readonly [K in keyof C]: Value<C[K]> }[];
  list(name: string): readonly string[];

  /** 1 to `sides`, rolled in public; 0 where there are no sides. */
  dice(sides: number): number;
  /** Of more sides than a number holds exactly. */
  dice(sides: bigint): bigint;
  /** One of a list, by a public roll over its places; not rolled where there is one or none. */
  pick<T>(options: Iterable<T>): T | undefined;
  shuffle<T>(options: Iterable<T>): T[];
  readonly secret: {
    number(size: number): number;
    yes(): boolean;
    pick<T>(options: Iterable<T>, name?: (option: T) => unknown): T | undefined;
    shuffle<T>(options: Iterable<T>, name?: (option: T) => unknown): T[];
  };

  view<K extends keyof Views & string>(id: K, of?: Of<K>): Returns<K>;
  hook<K extends keyof Hooks & string>(id: K, words?: Words<K>): Answer<K>;
  hasHook(id: string): boolean;
  emit(event: string, words?: object): void;

  /** Ends what is going on, without a trace: `refuse('it is lit already')`, `refuse('room', 'it is lit already')`. */
  refuse(reason: string): never;
  refuse(parameter: string, reason: string): never;
  /** Why the picture at an address can't be loaded, or null: for what was sealed, where the rule looks itself. */
  pictureProblem(address: unknown): string | null;
  /** Why somebody is no player for this rule, or null. */
  whyNotPlayer(person: Person): string | null;
  /** Uses up somebody's turn at what can only be done so often. */
  limit(options: {
    readonly frequency: 'daily' | 'weekly' | 'daily-communal' | 'weekly-communal';
    readonly key: string;
    readonly who: { readonly id: string };
  }): void;
  /** The engine posts in somebody's name. */
  post(values: {
    readonly kind: string;
    readonly title: string;
    readonly text?: string;
    readonly author: Person;
  }): Post;
  /** Puts a post into another category, without asking the rules again. */
  recategorise(by: Person, post: Post, kind: string): void;
  /** Puts back what was before the changes of a line of the ledger. */
  revert(changes: readonly LedgerChange[]): void;
  /** Takes an action of the ledger again, for whoever took it: by the rules as they are, with its rolls as they fell. */
  again(line: {
    readonly by: string | null;
    readonly what: string;
    readonly with: Readonly<Record<string, unknown>>;
    readonly draws: readonly { readonly kind: string; readonly size: number; readonly result: unknown }[];
  }): void;
  /** Sets what a path such as `players.ana.oil` names. */
  setPath(path: string, value: unknown): void;
  /** The engine comments on a post. */
  comment(post: Post, text: string): void;
  /** Fails a pending matter. */
  fail(matter: Matter): void;
  submissions(id: string, open?: object): readonly Submission[];
  /** What the action gives back to whoever took it; stands in the ledger. */
  result(value: unknown): void;
  /** Accepted actions, from 0; negative counts from the end. */
  readonly ledger: { readonly length: number; at(index: number): unknown };
};

export interface LedgerChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

export type { Section };
