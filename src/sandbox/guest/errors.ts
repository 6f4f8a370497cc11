/**
 * An error's stack names the files, functions and lines of the engine, so no clause gets to see one. Loaded before the kernel,
 * whose own errors are then made in the same way.
 */
const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, setPrototypeOf } =
  Object;
const { construct, deleteProperty } = Reflect;
const { isError } = Error as unknown as { readonly isError: (given: unknown) => boolean };

const NAMES = 'Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError';

/** The engine's own errors are made without these constructors: they lose their stack where a clause catches them. */
export function withoutStack(error: unknown): void {
  if (isError(error)) deleteProperty(error as object, 'stack');
}

type Native = new (...words: readonly unknown[]) => object;

function replace(name: string): void {
  const world = globalThis as unknown as Record<string, Native>;
  const native = world[name] as Native & { readonly prototype: object };
  const made = function (this: unknown, ...words: readonly unknown[]): object {
    const error = construct(native, words, new.target ?? made) as object;
    deleteProperty(error, 'stack');
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
