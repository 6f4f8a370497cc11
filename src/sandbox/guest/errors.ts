/**
 * An error's stack names the files, functions and lines of the engine, so no clause gets to see one; the engine keeps it, and
 * tells people at which line of a clause something was thrown. Loaded before the kernel, whose own errors are then made in the
 * same way.
 */
import { placeInClause } from './place-in-clause.ts';

const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, setPrototypeOf } =
  Object;
const { apply, construct, deleteProperty } = Reflect;
const { isError } = Error as unknown as { readonly isError: (given: unknown) => boolean };

const NAMES = 'Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError';

/** By the error: there a clause doesn't find it. */
const stacks = new WeakMap();
const { get, set } = WeakMap.prototype;

/** Those that a clause has had in its hands. */
const inHands = new WeakSet();
const { add, has } = WeakSet.prototype;

/** The engine's own errors are made without these constructors: they lose their stack where a clause catches them. */
export function withoutStack(error: unknown): void {
  if (!isError(error)) return;
  hideStack(error as object);
  apply(add, inHands, [error]);
}

/** Whether a clause caught it, and may have kept it or changed something in it. */
export function wasCaught(error: unknown): boolean {
  return apply(has, inHands, [error]) as boolean;
}

function hideStack(error: object): void {
  const stack = getOwnPropertyDescriptor(error, 'stack')?.value as unknown;
  if (typeof stack === 'string') apply(set, stacks, [error, stack]);
  deleteProperty(error, 'stack');
}

/** In which file of a rule, and in which of its lines, something was thrown; null where it was in none. */
export function thrownAt(error: unknown): string | null {
  if (!isError(error)) return null;
  const stack = apply(get, stacks, [error]) ?? getOwnPropertyDescriptor(error, 'stack')?.value;
  return typeof stack === 'string' ? placeInClause(stack) : null;
}

type Native = new (...words: readonly unknown[]) => object;

function replace(name: string): void {
  const world = globalThis as unknown as Record<string, Native>;
  const native = world[name] as Native & { readonly prototype: object };
  const made = function (this: unknown, ...words: readonly unknown[]): object {
    const error = construct(native, words, new.target ?? made) as object;
    hideStack(error);
    return error;
  };
  for (const key of getOwnPropertyNames(native))
    defineProperty(made, key, getOwnPropertyDescriptor(native, key) as PropertyDescriptor);
  defineProperty(native.prototype, 'constructor', { value: made });
  defineProperty(world, name, { value: made });
  if (name !== 'Error') setPrototypeOf(made, world['Error'] as object);
}

// `Error` comes first: the others inherit from it.
for (const name of NAMES.split(' ')) replace(name);

/** Only the engine throws one of these, and no clause goes on with it; nor shall it find the constructor. */
declare const InternalError: ErrorConstructor;
setPrototypeOf(InternalError, getPrototypeOf(TypeError) as object);
