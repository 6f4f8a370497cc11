import type { Clause, Definition } from '../kernel/definition.ts';
import type { AllEvents, AllHooks, AnswerOf, WordsOf } from './questions.ts';
import type { Views } from './defined.ts';
import type { Game } from './game.ts';
import type { Type } from './types.ts';

type Variables = Readonly<Record<string, Type>>;
type Handed<W> = W & Omit<Game, keyof W>;

/** A view as `derive` gives it. */
interface DerivedView<R> {
  readonly of: string | readonly string[];
  readonly returns: Type<R>;
}

interface Moments {
  /** When it last happened, or null. */
  readonly last: string | null;
  /** From when the rule is there. */
  readonly since: string;
  /** The later of both. */
  readonly from: string;
}

export interface RuleDefinition {
  /** Variables of every player, of the game, the dynasty, the emperor, and of every post. */
  readonly player?: Variables;
  readonly game?: Variables;
  readonly dynasty?: Variables;
  readonly emperor?: Variables;
  readonly post?: Variables;
  /** Collections of things: rooms, duels. A rule may add fields to another rule's collection. */
  readonly things?: Readonly<
    Record<
      string,
      {
        readonly title?: string;
        readonly fields?: Variables;
        readonly ids?: readonly string[] | (() => readonly string[]);
        readonly start?: (id: string) => Readonly<Record<string, unknown>>;
        readonly find?: (text: string) => unknown;
      }
    >
  >;
  /** The actions that people can take, by id. */
  readonly actions?: Readonly<Record<string, object>>;
  /** `derive(…)` for a new view; a function `(of, next) => …` changes what another rule's view gives. */
  readonly views?: {
    readonly [K in keyof Views]?: Views[K] extends {
      subject: infer S extends readonly unknown[];
      returns: infer R;
    }
      ? DerivedView<R> | ((...of: readonly [...S, () => R]) => R)
      : never;
  };
  /** Answers to questions that the engine or other rules ask; `next()` is what the rules below would say. */
  readonly hooks?: {
    readonly [K in keyof AllHooks]?: (
      words: Handed<WordsOf<AllHooks[K]>>,
      next: (changed?: Partial<WordsOf<AllHooks[K]>>) => AnswerOf<AllHooks[K]>,
    ) => AnswerOf<AllHooks[K]>;
  };
  /** The rule's handlers of events. */
  readonly on?: { readonly [K in keyof AllEvents]?: (words: Handed<AllEvents[K]>) => void };
  /** Categories of posts. */
  readonly posts?: Readonly<
    Record<
      string,
      {
        readonly title?: string;
        readonly about?: string;
        readonly votable?: boolean;
        readonly official?: boolean;
        readonly engineOnly?: boolean;
        /** The use of such posts: to change rules, to judge what rules mean, to say that somebody has won, to ask to be let in, or to talk. */
        readonly purpose?: 'change' | 'judge' | 'win' | 'join' | 'tell';
      }
    >
  >;
  /** The votes that there are, each with the words that cast it. */
  readonly votes?: Readonly<Record<string, { readonly say?: string }>>;
  /** Numbers of the tally that are shown, those in favour first, each with the vote that it counts. */
  readonly counts?: Readonly<Record<string, { readonly title?: string; readonly vote?: string }>>;
  /** Marks of the tally that say how a matter stands, and to what the votes lead then. */
  readonly states?: Readonly<
    Record<
      string,
      {
        readonly title?: string;
        readonly means: 'enacted' | 'failed' | 'taken-back';
        /** Whether it is told rather than any other that holds too. */
        readonly first?: boolean;
      }
    >
  >;
  /**
   * Sealed submissions: `open` is public, `with` sealed, `to` says who opens them; `check`, `received`. Those that have `together`,
   * which gives `{ people, needed }`, are opened by so many of these people together, for everybody: `closed` says why not yet, and `opened` is
   * handed what was inside, with the number of the submission, `n`, and why it is spoilt, `problem`, or null.
   */
  readonly submissions?: Readonly<Record<string, object>>;
  /**
   * The rule's own acts at a time: `at` says when next, from when it last did (or from when the rule is there), as
   * `everyWeek('monday', '18:00')` does; null: not any more.
   */
  readonly times?: Readonly<
    Record<
      string,
      {
        readonly title?: string;
        readonly about?: string;
        readonly at: (words: Handed<Moments>) => string | null;
        readonly effect: (words: Handed<{ readonly at: string }>) => void;
      }
    >
  >;
  /** The order in which rules are heard: a number, or a tier and a number; the last rule counts that says it. */
  readonly precedence?: (rule: {
    readonly section: string;
    readonly title: string;
    readonly entrenched: boolean;
    readonly depth: number;
    readonly number: string;
    readonly mutable: boolean | null;
    readonly power: number | null;
  }) => number | readonly [tier: number, place: number];
}

/** A clause is `export default rule((game) => ({ … }))`. */
export function rule(define: (game: Game) => RuleDefinition): Clause {
  return { api: 1, define: define as unknown as (context: object) => Definition };
}
