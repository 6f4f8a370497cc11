import { known } from './keeping.ts';

/**
 * Takes away what would let a clause see the outside or surprise others: clock, chance, ways to make code from text,
 * and built-ins that can be bent. Loaded after the kernel and before the first clause.
 */
const { ownKeys } = Reflect;
const iterator: typeof Symbol.iterator = Symbol.iterator;
const world = globalThis as unknown as Record<string, unknown>;
const functionPrototype: object = Object.getPrototypeOf(() => 0);

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
  // What these hold or still mean to do can't be seen from outside, so nobody could say what a clause keeps in them.
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
  [functionPrototype, ['bind']],
  [Object, ['getOwnPropertySymbols', 'getOwnPropertyDescriptors']],
  [Reflect, ['ownKeys']],
] as const) {
  for (const name of names) delete (owner as unknown as Record<string, unknown>)[name];
}

/** Loops inside built-ins ask nobody whether to go on, so what they loop over is bounded. */
const MOST = 10_000_000;

function boundLength(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const original = (prototype as Record<string, unknown>)[name];
    if (typeof original !== 'function') continue;
    const bounded = {
      [name](this: unknown, ...words: unknown[]): unknown {
        const length = Number((this as { length?: unknown } | null | undefined)?.length);
        if (length > MOST) throw new RangeError(`${name} over ${length} places is too much; ${MOST} at most`);
        return Reflect.apply(original as (...given: unknown[]) => unknown, this, words);
      },
    }[name];
    Object.defineProperty(prototype, name, {
      value: bounded,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

// These never stop to be counted; those that call back do so only where there is something, and pass over gaps.
boundLength(Array.prototype, [
  'indexOf',
  'lastIndexOf',
  'includes',
  'fill',
  'join',
  'reverse',
  'sort',
  'concat',
  'slice',
  'splice',
  'copyWithin',
  'toString',
  'toLocaleString',
  'shift',
  'unshift',
  'flat',
  'toSorted',
  'toReversed',
  'toSpliced',
  'with',
  'every',
  'some',
  'forEach',
  'map',
  'filter',
  'reduce',
  'reduceRight',
  'flatMap',
]);

/** Where texts are searched letter by letter, the worst is the product of both. */
const MOST_COMPARED = 1_000_000_000;

function boundSearch(names: readonly string[]): void {
  for (const name of names) {
    const original = (String.prototype as unknown as Record<string, unknown>)[name];
    const bounded = {
      [name](this: string, ...words: unknown[]): unknown {
        const [wanted] = words;
        // oxlint-disable-next-line typescript/no-unnecessary-type-conversion
        if (typeof wanted === 'string' && wanted.length * String(this).length > MOST_COMPARED)
          throw new RangeError(`${name} of a text of ${wanted.length} letters in one so long is too much`);
        return Reflect.apply(original as (...given: unknown[]) => unknown, this, words);
      },
    }[name];
    Object.defineProperty(String.prototype, name, { value: bounded, writable: true, configurable: true });
  }
}

boundSearch(['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll']);

const repeat = String.prototype.repeat;
const padStart = String.prototype.padStart;
const padEnd = String.prototype.padEnd;
Object.defineProperties(String.prototype, {
  repeat: {
    value(this: string, count: number) {
      // Called on what is no text, `this` is anything.
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion
      tooLong(String(this).length * count);
      return Reflect.apply(repeat, this, [count]);
    },
    writable: true,
    configurable: true,
  },
  padStart: {
    value(this: string, size: number, fill?: string) {
      tooLong(size);
      return Reflect.apply(padStart, this, fill === undefined ? [size] : [size, fill]);
    },
    writable: true,
    configurable: true,
  },
  padEnd: {
    value(this: string, size: number, fill?: string) {
      tooLong(size);
      return Reflect.apply(padEnd, this, fill === undefined ? [size] : [size, fill]);
    },
    writable: true,
    configurable: true,
  },
});

/** Deeper than any value of a game; writing it as JSON takes a call for each level. */
const DEEPEST = 1_000;
const { stringify } = JSON;

Object.defineProperty(JSON, 'stringify', {
  value(given: unknown, replacer?: unknown, space?: unknown) {
    refuseDepth(given);
    return Reflect.apply(stringify as (...words: unknown[]) => unknown, JSON, [given, replacer, space]);
  },
  writable: true,
  configurable: true,
});

function refuseDepth(given: unknown): void {
  let level: unknown[] = [given];
  const seen = new Set<unknown>();
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new RangeError(`a value is more than ${DEEPEST} levels deep`);
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null || seen.has(item)) continue;
      seen.add(item);
      for (const inner of Object.values(item)) if (typeof inner === 'object') below.push(inner);
    }
    level = below;
  }
}

function tooLong(length: number): void {
  if (length > MOST) throw new RangeError(`a text of ${length} letters is too long; ${MOST} at most`);
}

/** No clause can change what another, or the kernel, relies on. */
function freezeAll(): void {
  const seen = new Set<unknown>();
  const queue: unknown[] = [
    ...Object.getOwnPropertyNames(world).map((name) => world[name]),
    Object.getPrototypeOf(function* () {}),
    Object.getPrototypeOf(async function () {}),
    Object.getPrototypeOf(async function* () {}),
    Object.getPrototypeOf([][iterator]()),
    Object.getPrototypeOf(new Map()[iterator]()),
    Object.getPrototypeOf(new Set()[iterator]()),
    Object.getPrototypeOf(''[iterator]()),
  ];
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
    Object.defineProperty(item, key, {
      get: () => value,
      set(this: object, given: unknown) {
        if (this === item) throw new TypeError(`${key} of a built-in can't be changed`);
        Object.defineProperty(this, key, {
          value: given,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
      configurable: false,
      enumerable: false,
    });
  }
}

freezeAll();
