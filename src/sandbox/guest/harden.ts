import * as clauseApi from '../../rules/index.ts';
import './bounds.ts';
import { known, shut } from './keeping.ts';
import { contextOfNoRule } from './main.ts';

/**
 * Takes away what would let a clause see the outside or surprise others: clock, chance, ways to make code from text,
 * and built-ins that can be bent. Loaded after the kernel and before the first clause.
 */
const { ownKeys } = Reflect;
const iterator: typeof Symbol.iterator = Symbol.iterator;
const world = globalThis as unknown as Record<string, unknown>;
const functionPrototype: object = Object.getPrototypeOf(() => 0);
/** Also what is taken away below: it may still be reached through what is made without its name. */
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
  // Operations on bytes end at once, however many bytes there are.
  ...'ArrayBuffer DataView Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array'.split(
    ' ',
  ),
  ...'BigInt64Array BigUint64Array Float16Array Float32Array Float64Array'.split(' '),
  // The content of these can't be seen from outside, so nobody could say what a clause keeps in them.
  'Proxy',
  'Promise',
  'Iterator',
  // The end of a loop calls an iterator's own code and swallows what that throws, even that memory ran out: no clause needs
  // an iterator of its own, and without symbols it can make none.
  'Symbol',
]) {
  delete world[name];
}
delete (Math as { random?: unknown }).random;
// These would make one kind of thing look like another.
for (const [owner, names] of [
  [Object, ['setPrototypeOf']],
  [Reflect, ['setPrototypeOf', 'construct']],
  [Object.prototype, ['__proto__', '__defineGetter__', '__defineSetter__']],
  [Array, ['fromAsync']],
  [RegExp.prototype, ['compile']],
  [functionPrototype, ['bind', 'caller', 'arguments', 'fileName', 'lineNumber', 'columnNumber']],
  // Some go on natively for as long as an iterator does, and lists have them all.
  [
    Object.getPrototypeOf(Object.getPrototypeOf([][iterator]())) as object,
    'constructor drop every filter find flatMap forEach map reduce some take toArray'.split(' '),
  ],
  // Old methods of browsers for writing HTML.
  [
    String.prototype,
    'anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup'.split(' '),
  ],
  [Object, ['getOwnPropertySymbols', 'getOwnPropertyDescriptors']],
  [Reflect, ['ownKeys']],
] as const) {
  for (const name of names) delete (owner as unknown as Record<string, unknown>)[name];
}

/** The text of a function says how the engine, or another clause, is written. */
Object.defineProperty(functionPrototype, 'toString', {
  value: { toString: (): string => 'function' }.toString,
  writable: true,
  configurable: true,
});

/** No clause can change what another, or the kernel, relies on. */
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
      Object.defineProperty(item, 'constructor', { value: undefined, writable: false, configurable: false });
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
  // Nor can one leave a message for another there.
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

/**
 * A frozen prototype forbids its heirs to have a property of the same name by assignment (`error.message = …`);
 * accessors give that back.
 */
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
        Object.defineProperty(this, key, {
          value: given,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
    };
    Object.freeze(accessors.get);
    Object.freeze(accessors.set);
    Object.defineProperty(item, key, { ...accessors, configurable: false, enumerable: false });
  }
}

freezeAll();
shut({ ...clauseApi });
// Otherwise the first rules of a sandbox would pay for it, and take more steps than the same rules do later.
shut(contextOfNoRule());
