import type { Clause, Definition } from '../kernel/definition.ts';
import type { Events, Hooks } from './questions.ts';
import type { Views } from './world.ts';
import type { Game } from './game.ts';
import type { Type } from './types.ts';

type Variables = Readonly<Record<string, Type>>;
type Handed<W> = W & Omit<Game, keyof W>;

/** A view as `derive` gives it. */
interface DerivedView<R> {
  readonly of: string;
  readonly returns: Type<R>;
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
  readonly actions?: Readonly<Record<string, object>>;
  /** `derive(…)` for a new view; a function `(of, next) => …` changes what another rule's view gives. */
  readonly views?: {
    readonly [K in keyof Views]?: Views[K] extends { subject: infer S; returns: infer R }
      ? DerivedView<R> | ((of: S, next: () => R) => R)
      : never;
  };
  /** Answers to questions that the engine or other rules ask; `next()` is what the rules below would say. */
  readonly hooks?: {
    readonly [K in keyof Hooks]?: Hooks[K] extends { words: infer W; returns: infer R }
      ? (words: Handed<W>, next: (changed?: Partial<W>) => R) => R
      : never;
  };
  /** What the rule does when something happens. */
  readonly on?: { readonly [K in keyof Events]?: (words: Handed<Events[K]>) => void };
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
      }
    >
  >;
  readonly submissions?: Readonly<Record<string, object>>;
  readonly precedence?: (rule: {
    readonly section: string;
    readonly title: string;
    readonly entrenched: boolean;
    readonly depth: number;
  }) => number;
}

/** A clause is `export default rule((game) => ({ … }))`. */
export function rule(define: (game: Game) => RuleDefinition): Clause {
  return { api: 1, define: define as unknown as (context: object) => Definition };
}
