import type { ValueType } from './value-types.ts';

/**
 * A clause's definitions as the kernel sees them. `src/rules` puts the precise types on top; here functions are taken
 * as they come, since a clause is never trusted to have the types that it claims.
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
  /** Variables of the actor and how much of each; or a function that works it out from the parameters. */
  readonly cost?: Readonly<Record<string, number>> | Call;
  readonly check?: Call;
  readonly effect?: Call;
  /** In order, all or none; the keys are what a refusal calls the step. */
  readonly steps?: Readonly<Record<string, Call>>;
  /** Run by the emperor's side, where private values are; or a function that says for whom it is. */
  readonly private?: boolean | Call;
  /** Of a private action: what it makes public. */
  readonly reveals?: readonly string[];
  /** Marks that other rules look at: `{ power: true }`. */
  readonly marks?: Readonly<Record<string, unknown>>;
}

export interface ViewDefinition {
  /** `game`, `player`, `matter`, `post`, a collection's name, or `text`; of more than one thing, a list of these. */
  readonly of: string | readonly string[];
  readonly returns: ValueType;
  readonly title?: string;
  readonly about?: string;
  readonly private?: boolean;
  readonly value: (...of: readonly unknown[]) => unknown;
}

export interface CollectionDefinition {
  readonly title?: string;
  readonly fields?: Readonly<Record<string, ValueType>>;
  /** All things that there are, from the start: none of them can be removed, and no other one added. */
  readonly ids?: readonly string[] | (() => readonly string[]);
  /** Values that differ from the fields' own starting values. */
  readonly start?: (id: string) => Readonly<Record<string, unknown>>;
  /** Names that people may use for a thing besides its id. */
  readonly find?: (text: string) => unknown;
}

export interface KindDefinition {
  readonly title?: string;
  readonly about?: string;
  readonly votable?: boolean;
  readonly official?: boolean;
  /** Only the engine makes these. */
  readonly engineOnly?: boolean;
  readonly purpose?: Purpose;
}

/** The use of a kind of posts, where forms and pages have a place of their own for that. */
export type Purpose = 'change' | 'judge' | 'win' | 'join' | 'tell';

/** A vote that somebody can cast, as the tally names it. */
export interface VoteDefinition {
  /** The words that cast it in a comment. */
  readonly say?: string;
}

/** A number of the tally that is shown: those in favour come first. */
export interface CountDefinition {
  readonly title?: string;
  /** The vote that it counts. */
  readonly vote?: string;
}

/** A mark of the tally that says how a matter stands. */
export interface StateDefinition {
  readonly title?: string;
  readonly means: Outlook;
  /** Whether it is told rather than any other that holds too. */
  readonly first?: boolean;
}

/** The result to which the votes lead as they stand: enacted, failed, or taken back. */
export type Outlook = 'enacted' | 'failed' | 'taken-back';

export interface SubmissionDefinition {
  readonly title?: string;
  readonly about?: string;
  readonly by?: Role | readonly Role[];
  /** The part that anybody may see. */
  readonly open?: Readonly<Record<string, ValueType>>;
  /** The part that only the receiver sees. */
  readonly with?: Readonly<Record<string, ValueType>>;
  readonly to?: Call;
  /** The people who open it, so many of them together and for everybody; without it the receiver alone does. */
  readonly together?: Call;
  readonly check?: Call;
  readonly received?: Call;
  /** Why those people may not open it yet, or null. */
  readonly closed?: Call;
  /** The effect once they have. */
  readonly opened?: Call;
}

/** Something that a rule does at a time, without anybody. */
export interface TimeDefinition {
  readonly title?: string;
  readonly about?: string;
  /** When it happens next, or null; asked with `from`: when it last did, or since when the rule is there. */
  readonly at: Call;
  readonly effect: Call;
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
  /** Where a rule stands in the order in which hooks wrap each other: higher wraps lower. */
  readonly precedence?: (rule: object) => number | readonly [tier: number, place: number];
}

/** The export of a clause's module: `export default rule(…)`. */
export interface Clause {
  readonly api: number;
  readonly define: (context: object) => Definition;
}

export const API_VERSION = 1;
