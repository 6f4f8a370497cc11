import type {
  Clause,
  CollectionDefinition,
  CountDefinition,
  Definition,
  KindDefinition,
  StateDefinition,
  VoteDefinition,
} from '../kernel/definition.ts';
import type { Rank } from '../kernel/precedence.ts';
import type { AllEvents, AllHooks, AnswerBelow, WordsOf } from './questions.ts';
import type { Views } from './defined.ts';
import type { Game } from './game.ts';
import type { Type } from './types.ts';

type Variables = Readonly<Record<string, Type>>;
type Handed<W> = W & Omit<Game, keyof W>;

/** A view, as returned by `derive`. */
interface DerivedView<R> {
  readonly of: string | readonly string[];
  readonly returns: Type<R>;
}

interface Moments {
  /** The last time it happened, or null. */
  readonly last: string | null;
  /** The time since which the rule has been in force. */
  readonly since: string;
  /** The later of the two. */
  readonly from: string;
}

export interface RuleDefinition {
  /** The variables of every player, the game, the dynasty, the emperor and every post. */
  readonly player?: Variables;
  readonly game?: Variables;
  readonly dynasty?: Variables;
  readonly emperor?: Variables;
  readonly post?: Variables;
  /** Collections of things, such as rooms or duels. A rule may add fields to another rule's collection. */
  readonly things?: Readonly<Record<string, CollectionDefinition>>;
  /** The actions that people can take, by id. */
  readonly actions?: Readonly<Record<string, object>>;
  /** `derive(…)` defines a new view. A function `(of, next) => …` changes the value of another rule's view. */
  readonly views?: {
    readonly [K in keyof Views]?: Views[K] extends {
      subject: infer S extends readonly unknown[];
      returns: infer R;
    }
      ? DerivedView<R> | ((...of: readonly [...S, () => R]) => R)
      : never;
  };
  /** Answers to questions from the engine or other rules. `next()` returns the answer of the rules below, if one of them has any. */
  readonly hooks?: {
    readonly [K in keyof AllHooks]?: (
      words: Handed<WordsOf<AllHooks[K]>>,
      next: (changed?: Partial<WordsOf<AllHooks[K]>>) => AnswerBelow<K>,
    ) => AnswerBelow<K>;
  };
  /** The rule's handlers of events. */
  readonly on?: { readonly [K in keyof AllEvents]?: (words: Handed<AllEvents[K]>) => void };
  /** Categories of posts. */
  readonly posts?: Readonly<Record<string, KindDefinition>>;
  /** The possible votes, each with the words that cast it. */
  readonly votes?: Readonly<Record<string, VoteDefinition>>;
  /** The numbers of the tally to show, those in favour first, each with the vote that it counts. */
  readonly counts?: Readonly<Record<string, CountDefinition>>;
  /** The tally's flags that say how a matter stands, and the outcome to which each leads. */
  readonly states?: Readonly<Record<string, StateDefinition>>;
  /**
   * Sealed submissions: `open` is public, `with` is sealed, and `to` says who opens them; also `check` and `received`. If they have
   * `together`, which returns `{ people, needed }`, so many of these people open them together, for everybody. Then `closed` gives the
   * reason why they can't be opened yet, and `opened` receives the contents, the submission's number `n`, and `problem`, which says why
   * it is spoilt, or null.
   */
  readonly submissions?: Readonly<Record<string, object>>;
  /**
   * Actions that the rule takes by itself at set times. `at` returns the next time, as `everyWeek('monday', '18:00')` does, given the
   * last one (or the time since which the rule has been in force); null means never again. An action with `private` runs on the emperor's
   * side: it may read private values and the submissions that were sent until it was due, and `reveals` names everything public that it
   * writes.
   */
  readonly times?: Readonly<
    Record<
      string,
      {
        readonly title?: string;
        readonly about?: string;
        readonly at: (words: Handed<Moments>) => string | null;
        readonly effect: (words: Handed<{ readonly at: string }>) => void;
        readonly private?: boolean;
        readonly reveals?: readonly string[];
      }
    >
  >;
  /** The order in which rules are asked: a number, or a tier and a number. The last rule that defines it counts. */
  readonly precedence?: Rank;
}

/** A clause is `export default rule((game) => ({ … }))`. */
export function rule(define: (game: Game) => RuleDefinition): Clause {
  return { api: 1, define: define as unknown as (context: object) => Definition };
}
