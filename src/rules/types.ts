import type { TypeOptions, ValueType } from '../kernel/value-types.ts';
import type { Things } from './defined.ts';
import type { Player, Post, Thing } from './world.ts';

/** The type of a value, which clauses hold as `T`. */
export type Type<T = unknown> = ValueType & { readonly __value?: T };

/** The value that a clause holds of a type: `Value<typeof oil>`. */
export type Value<T> = T extends { readonly __value?: infer V } ? Exclude<V, undefined> : never;

/** A whole number; without `min` never below zero, with `min: null` any. */
export function integer(
  options: TypeOptions & { min?: number | null; max?: number; start?: number } = {},
): Type<number> {
  return { kind: 'integer', ...options };
}

/** Text; `filled` must not be blank, `pattern` is a regular expression. */
export function text(
  options: TypeOptions & { start?: string; filled?: boolean; pattern?: string } = {},
): Type<string> {
  return { kind: 'text', ...options };
}

/**
 * A picture, by its address: an https link, or the picture itself as `data:`. Whoever receives it fetches it once; what
 * is tracked from then on is where the copy lies that is kept.
 */
export function picture(options: TypeOptions & { filled?: boolean } = {}): Type<string> {
  return { kind: 'text', picture: true, ...options };
}

/** Yes or no. */
export function boolean(options: TypeOptions & { start?: boolean } = {}): Type<boolean> {
  return { kind: 'boolean', ...options };
}

/** One of several words; a ladder is one whose order counts. */
export function choice<const T extends string>(
  of: readonly T[],
  options: TypeOptions & { start?: NoInfer<T> } = {},
): Type<T> {
  return { kind: 'choice', of, ...options };
}

/** A moment, as UTC text: `2021-06-18T09:00:00Z`. Later moments are greater texts. */
export function time(options: TypeOptions = {}): Type<string> {
  return { kind: 'time', ...options };
}

/** Values of one type, in order. */
export function list<T extends Type>(
  of: T,
  options: TypeOptions & { min?: number; max?: number; start?: readonly unknown[] } = {},
): Type<readonly Value<T>[]> {
  return { kind: 'list', of, ...options };
}

/** Several values under names of their own. */
export function record<const T extends Record<string, Type>>(
  fields: T,
  options: TypeOptions = {},
): Type<{ readonly [K in keyof T]: Value<T[K]> }> {
  return { kind: 'record', fields, ...options };
}

/** Values by a name of any kind: a player's id, a number. */
export function map<T extends Type>(
  of: T,
  options: TypeOptions & { start?: Record<string, unknown> } = {},
): Type<Readonly<Record<string, Value<T>>>> {
  return { kind: 'map', of, ...options };
}

/** A player. As a parameter: one who counts as a player for the rule, unless `who: 'anybody'`; `another`: not oneself. */
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

/** A value or none. `none` is how none is written down: `null`, or a word. */
export function optional<T extends Type>(
  of: T,
  options: TypeOptions & { none?: null | string; start?: unknown } = {},
): Type<Value<T> | null> {
  return { kind: 'optional', of, none: null, ...options };
}

/** Plain data of any form, where nothing more exact fits. */
export function data(options: TypeOptions & { start?: unknown } = {}): Type {
  return { kind: 'data', ...options };
}
