import type { RulesetChange, Terms } from '../kernel/manifest.ts';
import type { Camel, KindName, SubmissionName } from './names.ts';
import type { AllEvents, AllHooks, AnswerOf, WordsOf } from './questions.ts';
import type { Type, Value } from './types.ts';
import type {
  DynastyVariables,
  EmperorVariables,
  GameVariables,
  Submissions,
  Things,
  Views,
} from './defined.ts';
import type {
  Base,
  Collection,
  Matter,
  Person,
  Player,
  Post,
  PostSet,
  RuleFacts,
  Set,
  Submission,
} from './world.ts';

type Collections = { readonly [K in keyof Things & string as Camel<K>]: Collection<Things[K]> };

/** A view of the game itself needs none. */
type Of<K extends keyof Views> = Views[K] extends { of: infer O extends readonly unknown[] }
  ? Partial<O>
  : [];
type Returns<K extends keyof Views> = Views[K] extends { returns: infer R } ? R : unknown;
type Sent<K extends SubmissionName> = Submissions[K] extends { open: infer O; with: infer W }
  ? Submission<O, W>
  : Submission;
type SentOpen<K extends SubmissionName> = Submissions[K] extends { open: infer O } ? Partial<O> : object;

/** There are no terms for the emperor if no rule defines one. */
type TermsOfGame = Terms &
  ('emperor' extends keyof DynastyVariables
    ? { readonly emperor: string; readonly emperors: string }
    : object);

/** Everything a clause can use. It is passed to `rule(…)`, and to every handler together with the handler's own words. */
export type Game = Collections & {
  /** The current time. Only handlers have it. */
  readonly now: string;
  /** The variables of the game. */
  readonly game: Base & GameVariables;
  /** The variables of the dynasty. */
  readonly dynasty: Base & DynastyVariables;
  /** The variables that belong to the emperor. `dynasty.emperor` says who the emperor is. */
  readonly emperor: Base & EmperorVariables;
  /** Everybody who counts as a player for this rule. */
  readonly players: Set<Player>;
  /** Everybody the game knows, including idle players and outsiders. */
  readonly people: Set<Person>;
  /** Posts that are voted on. `matters.pending(kind)` are the undecided ones of a kind. */
  readonly matters: PostSet;
  /** All posts. */
  readonly posts: PostSet;
  /** This rule: its title, number, section and path. */
  readonly rule: RuleFacts;
  /** The rules in force. Their text can be changed as part of an action. */
  readonly ruleset: {
    readonly rules: readonly RuleFacts[];
    readonly terms: TermsOfGame;
    /** The term for the emperor within a sentence: “the Captain”, or a name without an article. */
    readonly theEmperor: string;
    find(title: string): RuleFacts | null;
    findAll(title: string): readonly RuleFacts[];
    definesAction(id: string): RuleFacts | null;
    fields(
      scope: 'player' | 'game',
    ): readonly { readonly id: string; readonly type: Type; readonly rule: RuleFacts }[];
    /** Changes the text as part of the action. */
    amend(change: RulesetChange): void;
    /** Rewrites a named list in this rule's own text. */
    writeList(list: string, items: readonly string[]): void;
  };

  /** A number from the rule's text, which people can amend. */
  value(name: string): number;
  /** A duration from the text, such as "48 hours", "half an hour" or "7 days", in hours. */
  hours(name: string): number;
  /** The time at which a duration from the text, such as "48 hours" or "3 months", ends if it began at `from`. */
  endOf(name: string, from: string): string;
  /** Applies a share from the text, such as "two thirds" or "one more than half", to a number. The result is rounded down. */
  share(name: string, of: number): number;
  /** Words from the text, which people can amend. */
  words(name: string): string;
  /** A table in the text. Its columns are named as in its header, in camelCase. */
  table<const C extends Record<string, Type>>(
    name: string,
    columns: C,
  ): readonly { readonly [K in keyof C]: Value<C[K]> }[];
  /** A named list in the text. */
  list(name: string): readonly string[];

  /** A public roll from 1 to `sides`, or 0 if there are no sides. */
  dice(sides: number): number;
  /** A roll with more sides than a number can hold exactly. */
  dice(sides: bigint): bigint;
  /** Picks an item by a public roll. Nothing is rolled if there are fewer than two. */
  pick<T>(options: Iterable<T>): T | undefined;
  /** Shuffles a list by public rolls. */
  shuffle<T>(options: Iterable<T>): T[];
  /** The same, drawn in secret. */
  readonly secret: {
    number(size: number): number;
    yes(): boolean;
    pick<T>(options: Iterable<T>, name?: (option: T) => unknown): T | undefined;
    shuffle<T>(options: Iterable<T>, name?: (option: T) => unknown): T[];
  };

  /** The value of a view, for the game or for the given things. */
  view<K extends keyof Views & string>(id: K, ...of: Of<K>): Returns<K>;
  /** Asks the rules a question. If no rule answers it, the current action is refused with that reason. */
  hook<K extends keyof AllHooks & string>(id: K, words?: WordsOf<AllHooks[K]>): AnswerOf<AllHooks[K]>;
  /** Asks the rules a question, with the answer to use if no rule answers: `hook('weapons', {}, [])`. */
  hook<K extends keyof AllHooks & string, const O>(
    id: K,
    words: WordsOf<AllHooks[K]>,
    otherwise: O,
  ): AnswerOf<AllHooks[K]> | O;
  /**
   * Asks for something that another rule defines, such as a variable, a view, an answer or a collection, and that may be gone after a
   * repeal. `maybe(() => person.honor, 0)` is 0 if no rule defines honor; without a second argument it is undefined. Without `maybe`,
   * asking for it would refuse the current action: “no rule says anything about “honor””.
   */
  maybe<T>(ask: () => T): T | undefined;
  maybe<T, const O>(ask: () => T, otherwise: O): T | O;
  /** True if any rule answers the question. */
  hasHook(id: string): boolean;
  /** Sends the rules an event. */
  emit<K extends keyof AllEvents & string>(event: K, words?: AllEvents[K]): void;

  /** Ends the current action and undoes what it did: `refuse('it is lit already')`, `refuse('room', 'it is lit already')`. */
  refuse(reason: string): never;
  refuse(parameter: string, reason: string): never;
  /** The reason why the picture at an address can't be loaded, or null. For sealed pictures, which the rule checks itself. */
  pictureProblem(address: unknown): string | null;
  /** The reason why somebody is no player for this rule, or null. */
  whyNotPlayer(person: Person): string | null;
  /**
   * Gives a clause memory for one step of the game, such as an action or a scheduled time. It starts empty in each step and is never
   * stored.
   */
  scratch<T>(make: () => T): () => T;
  /** Counts one use of something that can only be done so often. */
  limit(options: {
    readonly frequency: 'daily' | 'weekly' | 'daily-communal' | 'weekly-communal';
    readonly key: string;
    readonly who: { readonly id: string };
  }): void;
  /** Lets the engine post in somebody's name. */
  post(values: {
    readonly kind: KindName;
    readonly title: string;
    readonly text?: string;
    readonly author: Person;
  }): Post;
  /** Moves a post to another category, without asking the rules again. */
  recategorise(by: Person, post: Post, kind: KindName): void;
  /** Undoes the changes of a line in the ledger. If it enacted a matter, the texts of rules are put back too. */
  revert(changes: readonly LedgerChange[]): void;
  /** Repeats an action from the ledger for the same person, under the current rules and with the same rolls. */
  again(line: {
    readonly by: string | null;
    readonly what: string;
    readonly with: Readonly<Record<string, unknown>>;
    readonly draws: readonly { readonly kind: string; readonly size: number; readonly result: unknown }[];
  }): void;
  /** Sets the value at a path such as `players.ana.oil`. */
  setPath(path: string, value: unknown): void;
  /** Lets the engine comment on a post. */
  comment(post: Post, text: string): void;
  /** Fails a pending matter. */
  fail(matter: Matter): void;
  /** Sealed submissions that haven't been used yet, oldest first. */
  submissions<K extends SubmissionName>(id: K, open?: SentOpen<K>): readonly Sent<K>[];
  /** The action's answer to the player who took it. It is shown in the ledger. */
  result(value: unknown): void;
  /** Accepted actions, counted from 0. Negative indexes count from the end. */
  readonly ledger: { readonly length: number; at(index: number): unknown };
};

export interface LedgerChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}
