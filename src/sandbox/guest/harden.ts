import * as clauseApi from '../../rules/index.ts';
import './bounds.ts';
import { known, shut } from './keeping.ts';
import { contextOfNoRule } from './main.ts';

/**
 * Removes what would let a clause see the outside or affect others: clock, chance, code from text, and built-ins that
 * can be changed. Loaded after the kernel and before the first clause.
 */
const { ownKeys } = Reflect;
const iterator: typeof Symbol.iterator = Symbol.iterator;
const world = globalThis as unknown as Record<string, unknown>;
const functionPrototype: object = Object.getPrototypeOf(() => 0);
/** Includes what is removed below, which may still be reachable through literals. */
const roots: unknown[] = [
  ...ownKeys(world).map((name) => (world as Record<string | symbol, unknown>)[name]),
  Object.getPrototypeOf(function* () {}),
  Object.getPrototypeOf(async function () {}),
  Object.getPrototypeOf(async function* () {}),
  ...[[][iterator](), new Map()[iterator](), new Set()[iterator](), ''[iterator](), 'a'.matchAll(/a/gu)].map(
    (one) => Object.getPrototypeOf(one) as unknown,
  ),
  Object.getPrototypeOf([].values().map(() => 0)),
];

for (const name of [
  'Date',
  'performance',
  'WeakRef',
  'FinalizationRegistry',
  'Atomics',
  'SharedArrayBuffer',
  'eval',
  'Function',
  'queueMicrotask',
  'console',
  'print',
  'os',
  'std',
  'bjson',
  'InternalError',
  'Intl',
  // Operations on bytes can't be interrupted, whatever their size.
  ...'ArrayBuffer DataView Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array'.split(
    ' ',
  ),
  ...'BigInt64Array BigUint64Array Float16Array Float32Array Float64Array'.split(' '),
  // Nobody can inspect the contents of these, so clauses could hide things there.
  'Proxy',
  'Promise',
  'Iterator',
  // At the end of a loop, an iterator's own code runs, and any error in it is swallowed, even running out of memory. Clauses don't need
  // iterators of their own, and can't make any without symbols.
  'Symbol',
]) {
  delete world[name];
}
delete (Math as { random?: unknown }).random;
const { defineProperty } = Object;
// These could disguise one kind of object as another, or make a property that is another one each time it is read.
for (const [owner, names] of [
  [Object, ['setPrototypeOf', 'create', 'defineProperty', 'defineProperties']],
  [Reflect, ['setPrototypeOf', 'construct', 'defineProperty']],
  [Object.prototype, ['__proto__', '__defineGetter__', '__defineSetter__']],
  [Array, ['fromAsync']],
  [RegExp.prototype, ['compile']],
  [functionPrototype, ['bind', 'caller', 'arguments', 'fileName', 'lineNumber', 'columnNumber']],
  // Some loop natively as long as the iterator does, and lists have all of them.
  [
    Object.getPrototypeOf(Object.getPrototypeOf([][iterator]())) as object,
    'constructor drop every filter find flatMap forEach map reduce some take toArray'.split(' '),
  ],
  // Old browser methods for writing HTML.
  [
    String.prototype,
    'anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup'.split(' '),
  ],
  [Object, ['getOwnPropertySymbols', 'getOwnPropertyDescriptors']],
  [Reflect, ['ownKeys']],
] as const) {
  for (const name of names) delete (owner as unknown as Record<string, unknown>)[name];
}

/** A function's text would show how the engine or another clause is written. */
defineProperty(functionPrototype, 'toString', {
  value: { toString: (): string => 'function' }.toString,
  writable: true,
  configurable: true,
});

/** Makes sure that no clause can change what others or the kernel rely on. */
function freezeAll(): void {
  const seen = new Set<unknown>();
  const queue = [...roots];
  while (queue.length > 0) {
    const item = queue.pop();
    if (
      (typeof item !== 'object' && typeof item !== 'function') ||
      item === null ||
      item === globalThis ||
      seen.has(item)
    )
      continue;
    seen.add(item);
    // Code from text: `(() => {}).constructor('…')` must lead nowhere.
    if (isCodeMaker(item)) {
      defineProperty(item, 'constructor', { value: undefined, writable: false, configurable: false });
    }
    for (const key of ownKeys(item)) {
      const property = Object.getOwnPropertyDescriptor(item, key);
      if (property !== undefined) queue.push(property.value, property.get, property.set);
    }
    queue.push(Object.getPrototypeOf(item));
  }
  known(seen);
  for (const item of seen) makeOverridable(item as object);
  for (const item of seen) Object.freeze(item);
  // Clauses can't leave messages for each other there either.
  Object.freeze(globalThis);
}

const codeMakers: readonly unknown[] = [
  functionPrototype,
  Object.getPrototypeOf(function* () {}),
  Object.getPrototypeOf(async function () {}),
  Object.getPrototypeOf(async function* () {}),
];

function isCodeMaker(item: object): boolean {
  return codeMakers.includes(item);
}

/** Assigning a property fails if a frozen prototype has one of the same name (`error.message = …`), so accessors allow it. */
function makeOverridable(item: object): void {
  if (
    item !== Object.prototype &&
    item !== Error.prototype &&
    item !== Array.prototype &&
    item !== functionPrototype
  )
    return;
  for (const key of [
    'constructor',
    'toString',
    'name',
    'message',
    'valueOf',
    'toLocaleString',
    'hasOwnProperty',
  ] as const) {
    const property = Object.getOwnPropertyDescriptor(item, key);
    if (property === undefined || property.configurable !== true || !('value' in property)) continue;
    const value: unknown = property.value;
    const accessors = {
      get: (): unknown => value,
      set(this: object, given: unknown): void {
        if (this === item) throw new TypeError(`${key} of a built-in can't be changed`);
        defineProperty(this, key, {
          value: given,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
    };
    Object.freeze(accessors.get);
    Object.freeze(accessors.set);
    defineProperty(item, key, { ...accessors, configurable: false, enumerable: false });
  }
}

freezeAll();
shut({ ...clauseApi });
// Otherwise the first rules in a sandbox would pay for this and take more steps than the same rules later.
shut(contextOfNoRule());
