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

/** One of the game itself needs none. */
type Of<K extends keyof Views> = Views[K] extends { of: infer O extends readonly unknown[] }
  ? Partial<O>
  : [];
type Returns<K extends keyof Views> = Views[K] extends { returns: infer R } ? R : unknown;
type Sent<K extends SubmissionName> = Submissions[K] extends { open: infer O; with: infer W }
  ? Submission<O, W>
  : Submission;
type SentOpen<K extends SubmissionName> = Submissions[K] extends { open: infer O } ? Partial<O> : object;

/** Where rules know nobody who heads the game there is no term for such a person. */
type TermsOfGame = Terms &
  ('emperor' extends keyof DynastyVariables
    ? { readonly emperor: string; readonly emperors: string }
    : object);

/** Everything a clause can reach: handed to `rule(…)`, and to every handler beside its own words. */
export type Game = Collections & {
  /** The time, in handlers. */
  readonly now: string;
  /** The variables of the game. */
  readonly game: Base & GameVariables;
  /** The variables of the dynasty. */
  readonly dynasty: Base & DynastyVariables;
  /** The variables that the emperor tracks. `dynasty.emperor` says who the emperor is. */
  readonly emperor: Base & EmperorVariables;
  /** Those who count as players for this rule. */
  readonly players: Set<Player>;
  /** Everybody the game has heard of: idle players and outsiders too. */
  readonly people: Set<Person>;
  /** Posts that are voted on; `matters.pending(kind)` are those of a kind that wait for it. */
  readonly matters: PostSet;
  /** All posts. */
  readonly posts: PostSet;
  /** This rule: its title, number, section and path. */
  readonly rule: RuleFacts;
  /** The rules in force, and changes of their text together with the action. */
  readonly ruleset: {
    readonly rules: readonly RuleFacts[];
    readonly terms: TermsOfGame;
    /** The term for whoever heads the game in a sentence: “the Captain”, or a name without an article. */
    readonly theEmperor: string;
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
  /** Applies a live share of the text, "two thirds" or "one more than half", to a number; the part is rounded down. */
  share(name: string, of: number): number;
  /** Live words of the text. */
  words(name: string): string;
  /** A table of the text; columns are named as in its header, in camelCase. */
  table<const C extends Record<string, Type>>(
    name: string,
    columns: C,
  ): readonly { readonly [K in keyof C]: Value<C[K]> }[];
  /** A named list of the text. */
  list(name: string): readonly string[];

  /** 1 to `sides`, rolled in public; 0 where there are no sides. */
  dice(sides: number): number;
  /** Of more sides than a number holds exactly. */
  dice(sides: bigint): bigint;
  /** One of a list, by a public roll over its places; not rolled where there is one or none. */
  pick<T>(options: Iterable<T>): T | undefined;
  /** A list in an order that is rolled in public. */
  shuffle<T>(options: Iterable<T>): T[];
  /** The same drawn in secret: `number`, `yes`, `pick`, `shuffle`. */
  readonly secret: {
    number(size: number): number;
    yes(): boolean;
    pick<T>(options: Iterable<T>, name?: (option: T) => unknown): T | undefined;
    shuffle<T>(options: Iterable<T>, name?: (option: T) => unknown): T[];
  };

  /** Asks a view, of nothing (the game) or of things. */
  view<K extends keyof Views & string>(id: K, ...of: Of<K>): Returns<K>;
  /** Asks the rules a question; where no rule answers it, what is going on is refused, and says so. */
  hook<K extends keyof AllHooks & string>(id: K, words?: WordsOf<AllHooks[K]>): AnswerOf<AllHooks[K]>;
  /** The same with the answer where no rule answers: `hook('weapons', {}, [])`. */
  hook<K extends keyof AllHooks & string, const O>(
    id: K,
    words: WordsOf<AllHooks[K]>,
    otherwise: O,
  ): AnswerOf<AllHooks[K]> | O;
  /**
   * Asks for something that other rules define, and that may be gone when they are repealed: a variable, a view, an answer, a collection.
   * `maybe(() => person.honor, 0)` is 0 where no rule has honor; without a second word it is undefined. Asked without `maybe`, such a thing
   * refuses what is going on: “no rule says anything about “honor””.
   */
  maybe<T>(ask: () => T): T | undefined;
  maybe<T, const O>(ask: () => T, otherwise: O): T | O;
  /** Whether any rule answers a question. */
  hasHook(id: string): boolean;
  /** Tells the rules an event. */
  emit<K extends keyof AllEvents & string>(event: K, words?: AllEvents[K]): void;

  /** Ends what is going on, without a trace: `refuse('it is lit already')`, `refuse('room', 'it is lit already')`. */
  refuse(reason: string): never;
  refuse(parameter: string, reason: string): never;
  /** Why the picture at an address can't be loaded, or null: for what was sealed, where the rule looks itself. */
  pictureProblem(address: unknown): string | null;
  /** Why somebody is no player for this rule, or null. */
  whyNotPlayer(person: Person): string | null;
  /** Gives a clause something of its own for one step of the game, such as an action or a time: each begins with a new one, and nothing of it lasts. */
  scratch<T>(make: () => T): () => T;
  /** Uses up somebody's turn at what can only be done so often. */
  limit(options: {
    readonly frequency: 'daily' | 'weekly' | 'daily-communal' | 'weekly-communal';
    readonly key: string;
    readonly who: { readonly id: string };
  }): void;
  /** The engine posts in somebody's name. */
  post(values: {
    readonly kind: KindName;
    readonly title: string;
    readonly text?: string;
    readonly author: Person;
  }): Post;
  /** Puts a post into another category, without asking the rules again. */
  recategorise(by: Person, post: Post, kind: KindName): void;
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
  /** Sealed submissions that are not used yet, oldest first. */
  submissions<K extends SubmissionName>(id: K, open?: SentOpen<K>): readonly Sent<K>[];
  /** The action's answer to the player who took it; it stands in the ledger. */
  result(value: unknown): void;
  /** Accepted actions, from 0; negative counts from the end. */
  readonly ledger: { readonly length: number; at(index: number): unknown };
};

export interface LedgerChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}
