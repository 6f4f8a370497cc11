import { toKebab } from './names.ts';
import { missing } from './refusal.ts';

/** Taken before the world is hardened for clauses, which find it no more. */
const { getOwnPropertySymbols } = Object;

/** Within the class alone can it be told, so that no clause can make what passes for one. */
let isHandle: (value: object) => boolean;

/**
 * Where the search for a property of a player, a thing or a post ends that none of its classes has: no rule in force defines such a
 * variable, so that it can be neither read nor set.
 */
const Unknown = function () {} as unknown as abstract new () => object;
Unknown.prototype = new Proxy(Object.freeze(Object.create(Object.prototype) as object), {
  get(target, key) {
    if (typeof key !== 'string' || key in target) return Reflect.get(target, key) as unknown;
    throw missing(toKebab(key));
  },
  set(_, key) {
    throw missing(toKebab(String(key)));
  },
});

/** Players, things and posts: what clauses hold of them never changes, only what they read through it. */
export abstract class Handle extends Unknown {
  // Only whether it is there is asked, and what asks that of a name is no reading to lint.
  // oxlint-disable-next-line no-unused-private-class-members
  readonly #isHandle = true;

  static {
    isHandle = (value) => #isHandle in value;
  }
}

Object.freeze(Handle);
Object.freeze(Handle.prototype);

/** Values that were made here: plain data, frozen to the bottom. */
export type Made = WeakSet<object>;

/** A flat record of texts and numbers that the kernel made itself and hands out. It need not be copied again. */
export function madeLasting<T extends Readonly<Record<string, string | number>>>(flat: T, made: Made): T {
  made.add(Object.freeze(flat));
  return flat;
}

/**
 * The same value so that nothing can change in it until it is asked for again: plain data, copied and frozen, and entities.
 * Undefined where there can be no such copy: a function or a map could be used to keep something between two calls.
 *
 * It is copied because a copy holds values alone, whatever getters there were; asking each property what it is would take
 * longer than everything else that is done with a thousand votes.
 */
export function lasting<T>(value: T, made: Made): { readonly value: T } | undefined {
  try {
    return { value: copied(value, made) as T };
  } catch (error) {
    // A getter of a clause's own may throw anything; out of steps or memory comes up again at the next one.
    if (error !== NOT_DATA && error instanceof Error && error.name === 'InternalError') throw error;
    return undefined;
  }
}

const NOT_DATA = new TypeError('not plain data');

function copied(value: unknown, made: Made): unknown {
  if (typeof value === 'function') throw NOT_DATA;
  if (typeof value !== 'object' || value === null || isHandle(value) || made.has(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  const copy = prototype === Array.prototype ? [...(value as unknown[])] : copyOfPlain(value, prototype);
  const places = copy as Record<string, unknown>;
  for (const key in copy) {
    const item = places[key];
    if (typeof item === 'object' || typeof item === 'function') places[key] = copied(item, made);
  }
  made.add(Object.freeze(copy));
  return copy;
}

function copyOfPlain(value: object, prototype: unknown): object {
  if (prototype !== Object.prototype && prototype !== null) throw NOT_DATA;
  const copy: object =
    prototype === null ? Object.assign(Object.create(null) as object, value) : { ...value };
  if (getOwnPropertySymbols(copy).length > 0) throw NOT_DATA;
  return copy;
}
