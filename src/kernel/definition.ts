import type { ValueType } from './value-types.ts';

/**
 * A clause's definitions as the kernel sees them. `src/rules` adds precise types. Functions are untyped here, because a clause can't be
 * trusted to have the types that it claims.
 */
export type Fn = (...args: never[]) => unknown;
type Call = (context: object, next?: (context?: object) => unknown) => unknown;
export type { Call };

export type Frequency = 'daily' | 'weekly' | 'daily-communal' | 'weekly-communal';
export type Role = 'player' | 'emperor' | 'admin' | 'anybody';

export interface ActionDefinition {
  readonly title?: string;
  readonly sentence?: string;
  readonly about?: string;
  readonly by?: Role | readonly Role[];
  readonly with?: Readonly<Record<string, ValueType>>;
  readonly frequency?: Frequency;
  /** The actor's variables and the amount of each, or a function that computes them from the parameters. */
  readonly cost?: Readonly<Record<string, number>> | Call;
  readonly check?: Call;
  readonly effect?: Call;
  /** The steps run in order, all or none. A refusal names the step by its key. */
  readonly steps?: Readonly<Record<string, Call>>;
  /** True if it is run on the emperor's side, where private values are, or a function that says when. */
  readonly private?: boolean | Call;
  /** The variables that a private action makes public. */
  readonly reveals?: readonly string[];
  /** Marks that other rules can read: `{ power: true }`. */
  readonly marks?: Readonly<Record<string, unknown>>;
}

export interface ViewDefinition {
  /** `game`, `player`, `matter`, `post`, a collection's name, or `text`. For several things it is a list of these. */
  readonly of: string | readonly string[];
  readonly returns: ValueType;
  readonly title?: string;
  readonly about?: string;
  readonly private?: boolean;
  /** A view of a player that only they may see, on their own page. */
  readonly own?: boolean;
  readonly value: (...of: readonly unknown[]) => unknown;
}

export interface CollectionDefinition {
  readonly title?: string;
  readonly fields?: Readonly<Record<string, ValueType>>;
  /** All things of a fixed collection. None can be added or removed. */
  readonly ids?: readonly string[] | (() => readonly string[]);
  /** Starting values that differ from those of the fields. */
  readonly start?: (id: string) => Readonly<Record<string, unknown>>;
  /** Finds a thing by names other than its id. */
  readonly find?: (text: string) => unknown;
}

export interface KindDefinition {
  readonly title?: string;
  readonly about?: string;
  readonly votable?: boolean;
  readonly official?: boolean;
  /** Only the engine creates these posts. */
  readonly engineOnly?: boolean;
  readonly purpose?: Purpose;
}

/**
 * The purpose of a kind of posts, if forms and pages treat it specially: to change rules, to interpret them, to declare a win, to ask to
 * join, or to talk.
 */
export type Purpose = 'change' | 'judge' | 'win' | 'join' | 'tell';

/** A vote that people can cast, under the tally's name for it. */
export interface VoteDefinition {
  /** The words that cast it in a comment. */
  readonly say?: string;
}

/** A number of the tally that is shown. Those in favour come first. */
export interface CountDefinition {
  readonly title?: string;
  readonly vote?: string;
}

/** A flag of the tally that says how a matter stands. */
export interface StateDefinition {
  readonly title?: string;
  readonly means: Outlook;
  /** If true, it is shown instead of any other flag that is set too. */
  readonly first?: boolean;
}

/** The outcome to which the current votes lead. */
export type Outlook = 'enacted' | 'failed' | 'taken-back';

export interface SubmissionDefinition {
  readonly title?: string;
  readonly about?: string;
  readonly by?: Role | readonly Role[];
  readonly open?: Readonly<Record<string, ValueType>>;
  /** The part that only the receiver sees. */
  readonly with?: Readonly<Record<string, ValueType>>;
  readonly to?: Call;
  /** The people who open it together, for everybody, and how many are needed. Without this only the receiver opens it. */
  readonly together?: Call;
  readonly check?: Call;
  readonly received?: Call;
  /** The reason why those people may not open it yet, or null. */
  readonly closed?: Call;
  /** Runs once it has been opened. */
  readonly opened?: Call;
}

/** Something that a rule does by itself at a set time. */
export interface TimeDefinition {
  readonly title?: string;
  readonly about?: string;
  /** The next time, or null. It receives `from`, which is the last time or the time since which the rule has been in force. */
  readonly at: Call;
  readonly effect: Call;
  /** Runs on the emperor's side, where it may read private values and the submissions sent until it was due. */
  readonly private?: boolean;
  /** Everything public that a private one writes. */
  readonly reveals?: readonly string[];
}

export interface Definition {
  readonly times?: Readonly<Record<string, TimeDefinition>>;
  readonly player?: Readonly<Record<string, ValueType>>;
  readonly game?: Readonly<Record<string, ValueType>>;
  readonly dynasty?: Readonly<Record<string, ValueType>>;
  readonly emperor?: Readonly<Record<string, ValueType>>;
  readonly post?: Readonly<Record<string, ValueType>>;
  readonly things?: Readonly<Record<string, CollectionDefinition>>;
  readonly actions?: Readonly<Record<string, ActionDefinition>>;
  readonly views?: Readonly<Record<string, ViewDefinition | Fn>>;
  readonly hooks?: Readonly<Record<string, Call>>;
  readonly on?: Readonly<Record<string, Call>>;
  readonly posts?: Readonly<Record<string, KindDefinition>>;
  readonly votes?: Readonly<Record<string, VoteDefinition>>;
  readonly counts?: Readonly<Record<string, CountDefinition>>;
  readonly states?: Readonly<Record<string, StateDefinition>>;
  readonly submissions?: Readonly<Record<string, SubmissionDefinition>>;
  /** The rule's place in the order in which hooks wrap each other. Higher places wrap lower ones. */
  readonly precedence?: (rule: object) => number | readonly [tier: number, place: number];
}

/** The export of a clause's module: `export default rule(…)`. */
export interface Clause {
  readonly api: number;
  readonly define: (context: object) => Definition;
}

export const API_VERSION = 1;
