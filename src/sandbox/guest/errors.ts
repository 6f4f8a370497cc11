/**
 * An error's stack names the engine's files, functions and lines, so clauses never see it; the engine keeps it to
 * tell people which line of a clause threw. Loaded before the kernel, so that the kernel's errors are made the same
 * way.
 */
import { placeInClause } from './place-in-clause.ts';

const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, setPrototypeOf } =
  Object;
const { apply, construct, deleteProperty } = Reflect;
const { isError } = Error as unknown as { readonly isError: (given: unknown) => boolean };

const NAMES = 'Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError';

/** Keyed by error, where clauses can't find them. */
const stacks = new WeakMap();
const { get, set } = WeakMap.prototype;

/** Errors that a clause has caught. */
const inHands = new WeakSet();
const { add, has } = WeakSet.prototype;

/** Removes the stack of an error made by the engine when a clause catches it. */
export function withoutStack(error: unknown): void {
  if (!isError(error)) return;
  hideStack(error as object);
  apply(add, inHands, [error]);
}

/** Whether a clause caught it, and may have kept or changed it. */
export function wasCaught(error: unknown): boolean {
  return apply(has, inHands, [error]) as boolean;
}

function hideStack(error: object): void {
  const stack = getOwnPropertyDescriptor(error, 'stack')?.value as unknown;
  if (typeof stack === 'string') apply(set, stacks, [error, stack]);
  deleteProperty(error, 'stack');
}

/** The rule file and line that threw; null if it was in none. */
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

// `Error` comes first, because the others inherit from it.
for (const name of NAMES.split(' ')) replace(name);

/** Only the engine throws these, and clauses can neither handle them nor find the constructor. */
declare const InternalError: ErrorConstructor;
setPrototypeOf(InternalError, getPrototypeOf(TypeError) as object);
