/**
 * Loops inside built-ins can't be interrupted, so their sizes are limited and paid for in steps. Loaded with
 * `harden.ts`, before the globals are frozen. The file is long because it covers every built-in that clauses have.
 */
/** More items than any clause needs at once. */
const MOST = 10_000_000;
/** Work on fewer items finishes before it matters. */
const FEW = 1_000;

/**
 * Loops in counted steps in proportion to a built-in's work, so that a call is stopped at the same step everywhere
 * and the clock is checked now and then.
 */
function charge(work: number): void {
  if (work < FEW) return;
  for (let left = work / 8; left > 0; left--);
}

/** Sorting costs this many times as much as one pass. */
const SORTING = 20;
/** The cost of making one key of an object, in letters. */
const KEYS = 8;

type Native = (...words: unknown[]) => unknown;
/** If it returns arguments, the built-in is called with these. */
type Paying = (self: unknown, words: readonly unknown[]) => readonly unknown[] | void;

const originals = new WeakMap<Native, Native>();
const { apply: call } = Reflect;

/** Makes built-ins pay for their work before they run, and for the size of the result afterwards. */
function wrap(owner: object, names: readonly string[], pay: (name: string) => Paying): void {
  for (const name of names) {
    const original = (owner as Record<string, unknown>)[name];
    if (typeof original !== 'function') continue;
    const paying = pay(name);
    const wrapped = {
      [name](this: unknown, ...words: unknown[]): unknown {
        const result: unknown = call(original as Native, this, paying(this, words) ?? words);
        if ((typeof result === 'string' || isArray(result)) && result.length >= FEW) charge(result.length);
        return result;
      },
    }[name] as Native;
    originals.set(wrapped, original as Native);
    Object.defineProperty(owner, name, {
      value: wrapped,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

const { isArray } = Array;

/** Reads the length of an array-like object, and makes sure it stays the same. */
function lengthOf(name: string, item: unknown): number {
  if (isArray(item) || typeof item === 'string') return item.length;
  const length: unknown =
    typeof item === 'object' && item !== null
      ? Object.getOwnPropertyDescriptor(item, 'length')?.value
      : undefined;
  if (typeof length !== 'number') throw new TypeError(`${name} needs a list`);
  return length;
}

function tooMuch(name: string, length: number): RangeError {
  return new RangeError(`${name} over ${length} places is too much; ${MOST} at most`);
}

/** A list may contain another one several times; each occurrence is visited. */
function mayFlatten(self: unknown, levels: number): void {
  const queue: (readonly [list: unknown, levels: number])[] = [[self, levels]];
  let places = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [list, left] = next;
    if (!isArray(list)) continue;
    places += list.length;
    if (places > MOST) throw tooMuch('flat', places);
    if (left < 1) continue;
    for (const item of list as unknown[]) if (isArray(item)) queue.push([item, left - 1]);
  }
}

function pay(name: string, length: number): void {
  if (length > MOST) throw tooMuch(name, length);
  charge(length);
}

/** Adds a shortcut before a bounded built-in, for calls that cost nothing. */
function putBefore(
  prototype: object,
  name: string,
  make: (bounded: Native, original: Native) => Native,
): void {
  const { value: bounded } = Object.getOwnPropertyDescriptor(prototype, name) as { value: Native };
  const value = make(bounded, originals.get(bounded) as Native);
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

/**
 * Most lists and texts are short and cost nothing, so the built-in is called directly. This suits built-ins whose result is no longer
 * than their input and that take at most two arguments without counting them, because collecting arguments takes longer than most of
 * these calls.
 */
function atOnceForFew(
  prototype: object,
  names: string,
  { most = FEW, isSearch = false }: { readonly most?: number; readonly isSearch?: boolean } = {},
): void {
  const isOfLists = prototype === Array.prototype;
  for (const name of names.split(' '))
    putBefore(prototype, name, (bounded, original) => {
      const quick = {
        [name](this: unknown, first: unknown, second: unknown): unknown {
          const isFew =
            (isOfLists ? isArray(this) : typeof this === 'string') && (this as string).length < most;
          // A short search text never leads to a refusal.
          const isSimple = !isSearch || (typeof first === 'string' && first.length < FEW);
          return (isFew && isSimple ? original : bounded).call(this, first, second);
        },
      };
      return quick[name] as Native;
    });
}

/** The same for built-ins that make a text. It may be longer than its parts, so it is paid for. */
function atOnceOfFew(prototype: object, name: string): void {
  const isOfLists = prototype === Array.prototype;
  putBefore(prototype, name, (bounded, original) => {
    const quick = {
      [name](this: unknown, ...words: unknown[]): unknown {
        const isFew = (isOfLists ? isArray(this) : typeof this === 'string') && (this as string).length < FEW;
        if (!isFew) return call(bounded, this, words);
        const result = call(original, this, words) as string;
        if (result.length >= FEW) charge(result.length);
        return result;
      },
    };
    return quick[name] as Native;
  });
}

function boundLength(prototype: object, names: readonly string[]): void {
  wrap(prototype, names, (name) => {
    const each = name === 'sort' || name === 'toSorted' ? SORTING : 1;
    return (self, words) => {
      const length = lengthOf(name, self);
      if (length > MOST) throw tooMuch(name, length);
      charge(length * each);
      // Lists among the arguments, or nested in the list, are visited too.
      if (name === 'concat') for (const word of words) if (isArray(word)) pay(name, word.length);
      if (name !== 'flat') return undefined;
      const levels = words[0] === undefined ? 1 : Number(words[0]);
      mayFlatten(self, levels);
      return [levels];
    };
  });
}

// These never get interrupted; those with callbacks do only for existing items, and skip gaps.
boundLength(
  Array.prototype,
  'indexOf lastIndexOf includes fill join reverse sort concat slice splice copyWithin toString toLocaleString shift unshift flat toSorted toReversed toSpliced with every some forEach map filter reduce reduceRight flatMap find findIndex findLast findLastIndex keys values entries'.split(
    ' ',
  ),
);
atOnceForFew(
  Array.prototype,
  'indexOf includes slice reverse every some forEach map filter find findIndex findLast findLastIndex keys values entries',
);
atOnceForFew(Array.prototype, 'sort toSorted', { most: FEW / SORTING });
atOnceOfFew(Array.prototype, 'join');

// These are called all the time, nearly always on something small.
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
// Only array-likes can claim a false length; sets and the like contain their items.
wrap(Array, ['from'], (name) => (_, [list]) => {
  const given = list as { length?: unknown } | null | undefined;
  if (isArray(list) || typeof given !== 'object' || !('length' in (given ?? {}))) return;
  pay(name, lengthOf(name, list));
});
wrap(String, ['raw'], (name) => (_, [parts, ...words]) => {
  const { raw } = Object(parts) as { readonly raw?: unknown };
  pay(name, lengthOf(name, raw));
  return [{ raw }, ...words];
});
for (const owner of [Object, Map, Set])
  wrap(owner, ['groupBy'], (name) => (_, [list]) => {
    if (isArray(list)) pay(name, list.length);
  });
wrap(Math, ['sumPrecise'], (name) => (_, [list]) => {
  if (isArray(list)) pay(name, list.length);
});
for (const owner of [globalThis, Number])
  wrap(
    owner,
    'decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape parseInt parseFloat'.split(
      ' ',
    ),
    () =>
      (_, [text]) => {
        if (typeof text === 'string') charge(text.length);
      },
  );
const sizeOfSet = Object.getOwnPropertyDescriptor(Set.prototype, 'size')?.get as Native;
const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, 'size')?.get as Native;
const setEach = Set.prototype.forEach;
const mapEach = Map.prototype.forEach;

function isMap(item: unknown): boolean {
  try {
    call(sizeOfMap, item, []);
    return true;
  } catch {
    return false;
  }
}

function sizeOf(item: unknown): number {
  return call(isMap(item) ? sizeOfMap : sizeOfSet, item, []) as number;
}

/** An object that imitates a set could iterate for ever. */
function keysOf(item: unknown): Set<unknown> {
  const keys = new Set();
  if (isMap(item)) call(mapEach, item, [(_: unknown, key: unknown) => keys.add(key)]);
  else call(setEach, item, [(key: unknown) => keys.add(key)]);
  return keys;
}

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
    () =>
      (self, [other]) => {
        charge(sizeOf(self) * KEYS);
        return [keysOf(other)];
      },
  );
wrap(
  String.prototype,
  'normalize toUpperCase toLowerCase toLocaleUpperCase toLocaleLowerCase localeCompare trim trimStart trimEnd trimLeft trimRight concat slice substr substring isWellFormed toWellFormed startsWith endsWith match matchAll search'.split(
    ' ',
  ),
  () => (self) => {
    if (typeof self === 'string' && self.length >= FEW) charge(self.length);
  },
);

/** A letter-by-letter search costs the product of both lengths at worst. */
const MOST_COMPARED = 1_000_000_000;

function boundSearch(names: readonly string[]): void {
  wrap(String.prototype, names, (name) => (self, [given, ...words]) => {
    if (typeof self !== 'string') throw new TypeError(`${name} needs a text`);
    // Converted once, since an object could give another text the next time.
    // oxlint-disable-next-line typescript/no-base-to-string
    const wanted = given instanceof RegExp || given === undefined ? given : String(given);
    if (typeof wanted === 'string' && wanted.length * self.length > MOST_COMPARED)
      throw new RangeError(`${name} of a text of ${wanted.length} letters in one so long is too much`);
    charge(self.length);
    return [wanted, ...words];
  });
}

boundSearch(['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll']);
atOnceForFew(String.prototype, 'trim slice substring startsWith endsWith');
atOnceForFew(String.prototype, 'indexOf includes split', { isSearch: true });
// Template literals are built with this.
atOnceOfFew(String.prototype, 'concat');

wrap(String.prototype, ['repeat'], () => (self, [count]) => {
  // If it isn't called on a text, `self` can be anything.
  tooLong(String(self).length * Number(count));
});
wrap(String.prototype, ['padStart', 'padEnd'], () => (_, [size]) => {
  tooLong(Number(size));
});

/** Deeper than any value of a game; writing JSON uses a call for each level. */
const DEEPEST = 1_000;
const { parse, stringify } = JSON;
wrap(JSON, ['stringify'], (name) => (_, [given, keys, ...words]) => {
  // Every place in a list of keys is visited, even empty ones.
  if (isArray(keys)) pay(name, keys.length);
  if ((typeof given !== 'object' || given === null) && typeof given !== 'function') return undefined;
  refuseDepth(given);
  if (typeof keys === 'function') return undefined;
  if (!isArray(keys)) return [given, counting(), ...words];
  const text = stringify(given, counting()) as string | undefined;
  return [text === undefined ? undefined : parse(text), keys, ...words];
});

/** More values than a game can hold. */
const MOST_WRITTEN = 200_000;
/** Steps for writing one value, in addition to counting it. */
const WRITING = 80;

/**
 * Counts the values that are written. JSON may be far longer than its source, if a list contains another one many
 * times, or a getter or `toJSON` returns a lot.
 */
function counting(): (key: string, value: unknown) => unknown {
  let count = 0;
  return (_, value) => {
    count += 1;
    if (count % FEW === 0) charge(FEW * WRITING);
    if (count > MOST_WRITTEN) throw new RangeError(`more than ${MOST_WRITTEN} values are too much for JSON`);
    if (typeof value === 'string' && value.length >= FEW) charge(value.length);
    return value;
  };
}

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
