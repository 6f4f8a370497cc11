/** Names that clauses write in strings, by what the rules in force define, so that a misspelt one is an error at its line. */
import type {
  DynastyVariables,
  GameVariables,
  Kinds,
  PlayerVariables,
  PostVariables,
  Submissions,
  Things,
} from './defined.ts';

/** Names of the variables of something: whatever it has that is no method. */
export type NameIn<T> = Names<T>[keyof T & string];
/** Where it is looked up with `[…]` instead, a message of the compiler tells the names and not this type's. */
export type Names<T> = {
  readonly [K in keyof T & string]: T[K] extends (...words: never) => unknown ? never : K;
};

/** Names of its numbers; of a map of numbers, such as `stock`, those of its entries: `stock.grain`. */
export type NumberIn<T> = Numerals<T>[keyof T & string];
export type Numerals<T> = {
  readonly [K in keyof T & string]: [T[K]] extends [number]
    ? K
    : [T[K]] extends [Readonly<Record<string, number>>]
      ? `${K}.${string}`
      : never;
};

/** Words of a table or a player may be any; whether they are among those that a variable takes is looked at when it is set. */
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

/** The variables that a private action may make public: a scope, or one variable in it. */
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

/** Stands where a name is none of those that there are; the compiler's message names both. */
interface NotAmong<Name, Names> {
  readonly name: Name;
  readonly names: Names;
}

/** The cost of an action: numbers of the player who takes it. */
export type Costs<C, Payer> = {
  readonly [K in keyof C]: K extends NumberIn<Payer>
    ? number
    : NotAmong<K, Numerals<Payer>[keyof Payer & string]>;
};
