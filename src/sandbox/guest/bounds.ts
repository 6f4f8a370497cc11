/**
 * Loops inside built-ins ask nobody whether to go on. So what they loop over is bounded, and what they do is paid for in
 * steps. Loaded with `harden.ts`, before the world is frozen.
 */
/** More than anybody needs at once. */
const MOST = 10_000_000;
/** What is done with fewer is over before anybody could count. */
const FEW = 1_000;

/**
 * Runs as long as a built-in has work to do, in steps that are counted: so what is stopped is stopped at the same step everywhere,
 * and somebody looks at the clock now and then.
 */
function charge(work: number): void {
  if (work < FEW) return;
  for (let left = work / 8; left > 0; left--);
}

/** What sorting costs more than going through once. */
const SORTING = 20;
/** What it costs to make a key of an object, in letters. */
const KEYS = 8;

type Native = (...words: unknown[]) => unknown;
type Paying = (self: unknown, words: readonly unknown[]) => void;

/** Has built-ins do something first, such as to pay for what they are about to do; for how much comes of it they pay as well. */
function wrap(owner: object, names: readonly string[], pay: (name: string) => Paying): void {
  for (const name of names) {
    const original = (owner as Record<string, unknown>)[name];
    if (typeof original !== 'function') continue;
    const paying = pay(name);
    const wrapped = {
      [name](this: unknown, ...words: unknown[]): unknown {
        paying(this, words);
        const result = Reflect.apply(original as Native, this, words);
        if (typeof result === 'string' || isArray(result)) charge(result.length);
        return result;
      },
    }[name];
    Object.defineProperty(owner, name, {
      value: wrapped,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

const { isArray } = Array;

function lengthOf(item: unknown): number {
  return isArray(item) ? item.length : Number((item as { length?: unknown } | null | undefined)?.length);
}

function tooMuch(name: string, length: number): RangeError {
  return new RangeError(`${name} over ${length} places is too much; ${MOST} at most`);
}

function mayFlatten(self: unknown): void {
  const seen = new Set<unknown>();
  const queue = [self];
  for (let list = queue.pop(); list !== undefined; list = queue.pop()) {
    if (!isArray(list) || seen.has(list)) continue;
    if (list.length > MOST) throw tooMuch('flat', list.length);
    seen.add(list);
    for (const item of list as unknown[]) if (isArray(item)) queue.push(item);
  }
}

const nothing = (): Paying => () => undefined;

function boundLength(prototype: object, names: readonly string[]): void {
  wrap(prototype, names, (name) => {
    const each = name === 'sort' || name === 'toSorted' ? SORTING : 1;
    return (self, words) => {
      const length = lengthOf(self);
      if (length > MOST) throw tooMuch(name, length);
      charge(length * each);
      // Lists in the words, or in the list itself, are gone through as well.
      if (name === 'concat')
        for (const word of words) if (lengthOf(word) > MOST) throw tooMuch(name, lengthOf(word));
      if (name === 'flat') mayFlatten(self);
    };
  });
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

boundLength(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  'fill sort set copyWithin indexOf lastIndexOf includes join reverse slice toSorted toReversed toString toLocaleString with'.split(
    ' ',
  ),
);
// Asked all the time, and nearly always about something small.
for (const name of ['keys', 'values', 'entries', 'getOwnPropertyNames'] as const) {
  const original = Object[name] as (of: unknown) => unknown[];
  const paid = {
    [name](of: unknown): unknown[] {
      const result = original(of);
      if (result.length >= FEW) charge(result.length * KEYS);
      return result;
    },
  }[name];
  Object.defineProperty(Object, name, { value: paid, writable: true, configurable: true });
}
wrap(Array, ['from'], nothing);
wrap(String, ['raw'], () => (_, [parts]) => {
  const length = lengthOf((parts as { raw?: unknown } | null | undefined)?.raw);
  if (length > MOST) throw tooMuch('raw', length);
});
wrap(JSON, ['parse'], () => (_, [text]) => {
  if (typeof text === 'string') charge(text.length);
});
for (const prototype of [Set.prototype, Map.prototype])
  wrap(
    prototype,
    [
      'union',
      'intersection',
      'difference',
      'symmetricDifference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    ],
    () => (self) => {
      charge(Number((self as { size?: unknown } | null)?.size) * KEYS);
    },
  );
wrap(
  String.prototype,
  'normalize toUpperCase toLowerCase toLocaleUpperCase toLocaleLowerCase localeCompare trim trimStart trimEnd concat slice substring isWellFormed toWellFormed startsWith endsWith'.split(
    ' ',
  ),
  () => (self) => {
    if (typeof self === 'string') charge(self.length);
  },
);

/** Where texts are searched letter by letter, the worst is the product of both. */
const MOST_COMPARED = 1_000_000_000;

function boundSearch(names: readonly string[]): void {
  wrap(String.prototype, names, (name) => (self, [wanted]) => {
    const { length } = String(self);
    if (typeof wanted === 'string' && wanted.length * length > MOST_COMPARED)
      throw new RangeError(`${name} of a text of ${wanted.length} letters in one so long is too much`);
    charge(length);
  });
}

boundSearch(['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll']);

wrap(String.prototype, ['repeat'], () => (self, [count]) => {
  // Called on what is no text, `self` is anything.
  tooLong(String(self).length * Number(count));
});
wrap(String.prototype, ['padStart', 'padEnd'], () => (_, [size]) => {
  tooLong(Number(size));
});

/** Deeper than any value of a game; writing it as JSON takes a call for each level. */
const DEEPEST = 1_000;
wrap(JSON, ['stringify'], () => (_, [given]) => {
  refuseDepth(given);
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
