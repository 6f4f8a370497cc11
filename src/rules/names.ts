/** The types of names that clauses write as strings. They come from the rules in force, so the compiler reports a misspelt name at its line. */
import type {
  DynastyVariables,
  GameVariables,
  Kinds,
  PlayerVariables,
  PostVariables,
  Submissions,
  Things,
} from './defined.ts';

/** The names of something's variables, which are all its members except methods. */
export type NameIn<T> = Names<T>[keyof T & string];
/** If a type looks this up with `[…]` instead of using `NameIn`, the compiler's message lists the names rather than this type's name. */
export type Names<T> = {
  readonly [K in keyof T & string]: T[K] extends (...words: never) => unknown ? never : K;
};

/** The names of its numbers. For a map of numbers such as `stock`, these are its entries: `stock.grain`. */
export type NumberIn<T> = Numerals<T>[keyof T & string];
export type Numerals<T> = {
  readonly [K in keyof T & string]: [T[K]] extends [number]
    ? K
    : [T[K]] extends [Readonly<Record<string, number>>]
      ? `${K}.${string}`
      : never;
};

/** Strings from a table or a player aren't checked against a variable's choices until the variable is set. */
type Given<V> = V extends string
  ? string
  : V extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : V extends { readonly id: string }
      ? V | string
      : V;

/** Values for some of its variables. */
export type ValuesFor<T> = { readonly [K in NameIn<T>]?: Given<T[K]> };

export type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/** A category of posts. */
export type KindName = keyof Kinds & string;
export type SubmissionName = keyof Submissions & string;

type Under<Scope extends string, Fields> = `${Scope}.${keyof Fields & string}`;

/** The variables that a private action may make public: a whole scope, or one variable in it. */
export type Revealable =
  | 'players'
  | 'posts'
  | 'game'
  | 'dynasty'
  | 'ruleset'
  | 'refusals'
  | 'result'
  | Under<'players', PlayerVariables>
  | Under<'game', GameVariables>
  | Under<'dynasty', DynastyVariables>
  | Under<'posts', PostVariables>
  | {
      [K in keyof Things & string]: K | Camel<K> | `${K | Camel<K>}.${NameIn<Things[K]>}`;
    }[keyof Things & string];

/** Stands for a name that doesn't exist. The compiler's message shows both the name and the valid names. */
interface NotAmong<Name, Names> {
  readonly name: Name;
  readonly names: Names;
}

/** The cost of an action, in numbers of the player who takes it. */
export type Costs<C, Payer> = {
  readonly [K in keyof C]: K extends NumberIn<Payer>
    ? number
    : NotAmong<K, Numerals<Payer>[keyof Payer & string]>;
};
