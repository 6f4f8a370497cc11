/**
 * The engine's questions and events for rules. Rules can ask and send their own by naming them. To give them types, export them from the
 * clause that asks: `export interface Asks { 'price-of'(words: { ware: string }): number }` and `export interface Tells`.
 */
import type { Frequency, Role } from '../kernel/definition.ts';
import type { GivenFacts } from '../kernel/manifest.ts';
import type { KindName } from './names.ts';
import type { NamedEvents, NamedHooks, OwnEvents, OwnHooks } from './defined.ts';
import type { Change, Matter, Person, Player, Post, RuleFacts } from './world.ts';
import type { Type } from './types.ts';

interface Asked<W, R = unknown> {
  words: W;
  returns: R;
}

export interface ActionFacts {
  readonly id: string;
  readonly title?: string;
  readonly by?: Role | readonly Role[];
  readonly frequency?: Frequency;
  readonly with?: Readonly<Record<string, Type>>;
  readonly private?: boolean;
  readonly marks?: Readonly<Record<string, unknown>>;
}

interface Act {
  readonly actor: Player;
  readonly action: ActionFacts;
  readonly rule: RuleFacts;
  /** The parameters as the player wrote them. */
  readonly words: Readonly<Record<string, unknown>>;
}

interface Taken extends Act {
  /** The parameters as the clause receives them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly cost: Readonly<Record<string, number>>;
}

/**
 * A rule's answer about an action: it permits it, refuses it or says nothing. Every rule is asked, and any refusal stands unless a rule
 * of higher precedence permits the action and names the refusing rule in `over`.
 */
export type Permission = 'permit' | void;

/** The rules' answers, by the id of the question. */
export interface Hooks {
  'not-a-player': Asked<{ readonly person: Person; readonly rule: RuleFacts | null }, string | null>;
  'not-in-role': Asked<
    { readonly actor: Person; readonly role: Role; readonly rule: RuleFacts | null },
    string | null
  >;
  'may-act': Asked<Act, Permission>;
  'may-take': Asked<Taken, Permission>;
  'may-repeat': Asked<
    {
      readonly frequency: Frequency;
      readonly key: string;
      readonly who: { readonly id: string };
      readonly last: string | null;
      readonly lastByAnybody: string | null;
    },
    Permission
  >;
  'may-submit': Asked<
    { readonly actor: Player; readonly submission: ActionFacts; readonly rule: RuleFacts },
    Permission
  >;
  amount: Asked<{ readonly amount: number }, number>;
  'below-minimum': Asked<
    {
      readonly owner: unknown;
      readonly variable: string;
      readonly value: number;
      readonly minimum: number;
      readonly spending: boolean;
    },
    number
  >;
  'value-written': Asked<{
    readonly owner: { readonly id: string; is(other: unknown): boolean };
    readonly variable: string;
    readonly before: unknown;
    readonly after: unknown;
    /** `matter` means one of the values that a matter sets, all at once, when it is enacted. */
    readonly how: 'set' | 'gain' | 'lose' | 'spend' | 'matter';
  }>;
  'may-post': Asked<
    {
      readonly author: Person;
      readonly kind: KindName;
      readonly title: string;
      readonly text: string;
      readonly changes: Post['changes'];
    },
    Permission
  >;
  'may-comment': Asked<
    {
      readonly author: Person;
      readonly post: Post;
      readonly matter: Matter;
      readonly text: string;
    },
    Permission
  >;
  'votes-in': Asked<
    {
      readonly via: 'comment' | 'review' | 'reaction';
      readonly text?: string;
      readonly review?: string;
      readonly reaction?: string;
    },
    readonly string[]
  >;
  'may-vote': Asked<{ readonly voter: Person; readonly matter: Matter; readonly vote: string }, Permission>;
  'may-alter': Asked<
    {
      readonly by: Person;
      readonly post: Post;
      readonly matter: Matter;
      readonly how: 'edit' | 'push';
      readonly title: string;
    },
    Permission
  >;
  'may-recategorise': Asked<
    { readonly by: Person; readonly post: Post; readonly kind: KindName },
    Permission
  >;
  /** Asked when somebody closes an official post that isn't resolved. */
  'may-remove': Asked<{ readonly by: Person; readonly post: Post; readonly matter: Matter }, Permission>;
  'resolution-order': Asked<object, readonly Matter[]>;
  'may-enact': Asked<{ readonly matter: Matter; readonly by: Person | null }, Permission>;
  'may-fail': Asked<{ readonly matter: Matter; readonly by: Person | null }, Permission>;
  'may-change': Asked<{ readonly matter: Matter; readonly change: Change }, Permission>;
  /** Further facts for the front matter of a rule that a change touches, or null. */
  'rule-facts': Asked<{ readonly matter: Matter; readonly change: Change }, GivenFacts | null>;
  'unnamed-rule': Asked<{ readonly matter: Matter }, string>;
  tally: Asked<{ readonly matter: Matter; readonly final: boolean }, Readonly<Record<string, unknown>>>;
  /** The lines at the top of the game's home page and of its status. */
  figures: Asked<object, readonly Figure[]>;
  /** The number of votes that a pending matter needs, and its name, such as quorum or majority. */
  needed: Asked<{ readonly matter: Matter }, { readonly title: string; readonly count: number } | null>;
}

/** A number, or a notice that everybody should see at once. */
export type Figure =
  | { readonly title: string; readonly value: number | string }
  | { readonly title: string; readonly notice: string };

/** The events sent to rules, by the event's id. */
export interface Events {
  'game-begins': object;
  posted: { readonly post: Post; readonly author: Person };
  commented: { readonly author: Person; readonly post: Post; readonly text: string };
  'comment-changed': {
    readonly post: Post;
    readonly by: Person;
    readonly comment: string;
    readonly deleted: boolean;
  };
  voted: { readonly matter: Matter; readonly voter: Person; readonly vote: string };
  'vote-withdrawn': { readonly matter: Matter; readonly voter: Person };
  altered: { readonly post: Post; readonly by: Person };
  recategorised: { readonly post: Post; readonly by: Person; readonly kind: KindName };
  removed: { readonly post: Post; readonly by: Person };
  acted: Taken;
  submitted: {
    readonly actor: Player;
    readonly submission: string;
    readonly words: Readonly<Record<string, unknown>>;
  };
  enacted: { readonly matter: Matter; readonly by: Person | null };
  /**
   * Sent to the rules in force once a matter's changes have been made. `before` has the earlier text of each changed rule, by path, or
   * null if the rule is new.
   */
  'took-effect': {
    readonly matter: Matter;
    readonly by: Person | null;
    readonly before: Readonly<Record<string, string | null>>;
  };
  failed: { readonly matter: Matter; readonly by: Person | null };
  /** Sent by `takeTurns` when the last player of a round has had their turn. */
  'round-ends': { readonly round: number };
  /** Sent by `takeTurns` when a player's turn begins, and when it has ended. */
  'turn-begins': { readonly person: Person };
  'turn-ended': { readonly person: Person };
  /** Sent when somebody has thrown dice in a move, with the results. */
  rolled: { readonly person: Person; readonly rolled: readonly number[] };
  active: { readonly person: Person; readonly input: string };
  changed: object;
}

/** Includes the rules' own questions and events, even those without a type. */
export type AllHooks = Hooks & OwnHooks & Omit<NamedHooks, keyof Hooks | keyof OwnHooks>;
export type AllEvents = Events & OwnEvents & Omit<NamedEvents, keyof Events | keyof OwnEvents>;

/** A rule exports a question of its own as a function type. */
export type WordsOf<Q> = Q extends { words: infer W }
  ? W
  : Q extends () => unknown
    ? object
    : Q extends (words: infer W) => unknown
      ? W
      : object;
export type AnswerOf<Q> = Q extends { returns: infer R }
  ? R
  : Q extends (words: never) => infer R
    ? R
    : unknown;
/** The result of `next()`. It may be missing for rules' own questions, since only the engine's questions always have an answer. */
export type AnswerBelow<K extends keyof AllHooks> =
  K extends Exclude<keyof Hooks, 'unnamed-rule' | 'value-written'>
    ? AnswerOf<AllHooks[K]>
    : AnswerOf<AllHooks[K]> | undefined;
