import { toKebab } from './names.ts';
import { missing } from './refusal.ts';

/** Taken before the environment is hardened, which removes it. */
const { create, getOwnPropertySymbols } = Object;

/** Only the class can tell, so no clause can forge a handle. */
let isHandle: (value: object) => boolean;

/**
 * The end of the prototype chain of players, things and posts. A property that isn't found before belongs to no rule in force, so reading
 * or setting it is refused.
 */
const Unknown = function () {} as unknown as abstract new () => object;
Unknown.prototype = new Proxy(Object.freeze(create(Object.prototype) as object), {
  get(target, key) {
    if (typeof key !== 'string' || key in target) return Reflect.get(target, key) as unknown;
    throw missing(toKebab(key));
  },
  set(_, key) {
    throw missing(toKebab(String(key)));
  },
});
// Clauses reach it from any entity, so a property of it would outlive the call.
Object.freeze(Unknown);

/** Players, things and posts. The objects themselves never change, only what clauses read through them. */
export abstract class Handle extends Unknown {
  // Only the presence of this name is tested, which the linter doesn't count as a use.
  // oxlint-disable-next-line no-unused-private-class-members
  readonly #isHandle = true;

  static {
    isHandle = (value) => #isHandle in value;
  }
}

Object.freeze(Handle);
Object.freeze(Handle.prototype);

/** Values made here: plain data, deeply frozen. */
export type Made = WeakSet<object>;

/** Marks a flat record that the kernel made and hands out, so that it needn't be copied again. */
export function madeLasting<T extends Readonly<Record<string, string | number>>>(flat: T, made: Made): T {
  made.add(Object.freeze(flat));
  return flat;
}

/**
 * A lasting copy of a value, until it is asked for again: plain data, copied and frozen, and entities. Undefined if there can be no such
 * copy, because a function or a map could be used to keep something between two calls.
 *
 * It is copied because a copy contains only values, without getters. Checking each property would take longer than everything else that
 * is done with a thousand votes.
 */
export function lasting<T>(value: T, made: Made): { readonly value: T } | undefined {
  try {
    return { value: copied(value, made) as T };
  } catch (error) {
    // A clause's getter may throw anything. If steps or memory ran out, that will happen again.
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
  const copy: object = prototype === null ? Object.assign(create(null) as object, value) : { ...value };
  if (getOwnPropertySymbols(copy).length > 0) throw NOT_DATA;
  return copy;
}
