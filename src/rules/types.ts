import type { TypeOptions, ValueType } from '../kernel/value-types.ts';
import type { Things } from './defined.ts';
import type { Player, Post, Thing } from './world.ts';

/** The type of a value whose TypeScript type in clauses is `T`. */
export type Type<T = unknown> = ValueType & { readonly __value?: T };

/** The TypeScript type of a value: `Value<typeof oil>`. */
export type Value<T> = T extends { readonly __value?: infer V } ? Exclude<V, undefined> : never;

/** A whole number. It can't be negative, unless `min` is given; `min: null` means no lower limit. */
export function integer(
  options: TypeOptions & { min?: number | null; max?: number; start?: number } = {},
): Type<number> {
  return { kind: 'integer', ...options };
}

/** Text. `filled` means that it must not be blank; `pattern` is a regular expression. */
export function text(
  options: TypeOptions & { start?: string; filled?: boolean; pattern?: string } = {},
): Type<string> {
  return { kind: 'text', ...options };
}

/**
 * A picture by its address, either an https link or a `data:` URL. It is fetched once, when it is received, and from then on the variable
 * holds the path of the stored copy.
 */
export function picture(options: TypeOptions & { filled?: boolean } = {}): Type<string> {
  return { kind: 'text', picture: true, ...options };
}

/** Yes or no. */
export function boolean(options: TypeOptions & { start?: boolean } = {}): Type<boolean> {
  return { kind: 'boolean', ...options };
}

/** One of several words. */
export function choice<const T extends string>(
  of: readonly T[],
  options: TypeOptions & { start?: NoInfer<T> } = {},
): Type<T> {
  return { kind: 'choice', of, ...options };
}

/** A moment, as UTC text: `2021-06-18T09:00:00Z`. Times compare as text. */
export function time(options: TypeOptions = {}): Type<string> {
  return { kind: 'time', ...options };
}

/** A list of values of one type. `unordered` means that their order doesn't matter: a form then has boxes to tick instead of numbered choices. */
export function list<T extends Type>(
  of: T,
  options: TypeOptions & { min?: number; max?: number; start?: readonly unknown[]; unordered?: boolean } = {},
): Type<readonly Value<T>[]> {
  return { kind: 'list', of, ...options };
}

/** Several named values, each with its own type. */
export function record<const T extends Record<string, Type>>(
  fields: T,
  options: TypeOptions = {},
): Type<{ readonly [K in keyof T]: Value<T[K]> }> {
  return { kind: 'record', fields, ...options };
}

/** Values of one type by free keys, such as a player's id or a number. */
export function map<T extends Type>(
  of: T,
  options: TypeOptions & { start?: Record<string, unknown> } = {},
): Type<Readonly<Record<string, Value<T>>>> {
  return { kind: 'map', of, ...options };
}

/**
 * A player. As a parameter, it must be somebody who counts as a player for the rule, unless `who` is 'anybody'. `another` excludes the
 * actor.
 */
export function player(
  options: TypeOptions & { who?: 'player' | 'anybody'; another?: boolean } = {},
): Type<Player> {
  return { kind: 'player', ...options };
}

/** A post of the game. */
export function post(options: TypeOptions = {}): Type<Post> {
  return { kind: 'post', ...options };
}

/** A thing of a collection, such as a room. */
export function thing<const K extends string>(
  collection: K,
  options: TypeOptions & { start?: string } = {},
): Type<K extends keyof Things ? Things[K] : Thing> {
  return { kind: 'thing', collection, ...options };
}

/** A value or none. `none` is the written form of an absent value: `null`, or a word. */
export function optional<T extends Type>(
  of: T,
  options: TypeOptions & { none?: null | string; start?: unknown } = {},
): Type<Value<T> | null> {
  return { kind: 'optional', of, none: null, ...options };
}

/** Plain data of any form, for values that no other type fits. */
export function data(options: TypeOptions & { start?: unknown } = {}): Type {
  return { kind: 'data', ...options };
}
