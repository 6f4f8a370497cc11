/**
 * Loops inside built-ins ask nobody whether to go on. So what they loop over is bounded, and what they do is paid for in
 * steps. Loaded with `harden.ts`, before the world is frozen. The file is long because every built-in that is left to clauses stands here.
 */
/** More than anybody needs at once. */
const MOST = 10_000_000;
/** Work on fewer items is over before anybody could count. */
const FEW = 1_000;

/**
 * Runs as long as a built-in has work to do, in steps that are counted: so what is stopped is stopped at the same step everywhere,
 * and somebody looks at the clock now and then.
 */
function charge(work: number): void {
  if (work < FEW) return;
  for (let left = work / 8; left > 0; left--);
}

/** The factor by which sorting costs more than going through once. */
const SORTING = 20;
/** The cost of making a key of an object, in letters. */
const KEYS = 8;

type Native = (...words: unknown[]) => unknown;
/** The built-in is called with the value that this returns, if any. */
type Paying = (self: unknown, words: readonly unknown[]) => readonly unknown[] | void;

const originals = new WeakMap<Native, Native>();
const { apply: call } = Reflect;

/** Has built-ins do something first, such as to pay for what they are about to do; for how much comes of it they pay as well. */
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

/** Of an object that only says how long it is, once it is known that it will say the same when it is asked again. */
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

/** A list may hold another twice, and that another: each is gone through as often as it is there. */
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

/** Puts something before a built-in that is bounded already, for when nothing has to be paid. */
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
 * Most lists and texts are short, and nothing has to be paid for going through one of these: then the built-in is called and nothing
 * else. It is for those whose result is no longer than the list or the text, unless it is what they were given, and that take no more
 * than two words and don't ask how many there are: to collect words takes longer than most of these do.
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
          // A text is looked for that is short itself, so that nothing would have to be refused.
          const isSimple = !isSearch || (typeof first === 'string' && first.length < FEW);
          return (isFew && isSimple ? original : bounded).call(this, first, second);
        },
      };
      return quick[name] as Native;
    });
}

/** The same for what makes a text, which may be longer than what it is made of, and is paid for. */
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
      // Lists in the words, or in the list itself, are gone through as well.
      if (name === 'concat') for (const word of words) if (isArray(word)) pay(name, word.length);
      if (name !== 'flat') return undefined;
      const levels = words[0] === undefined ? 1 : Number(words[0]);
      mayFlatten(self, levels);
      return [levels];
    };
  });
}

// These never stop to be counted; those that call back do so only where there is something, and pass over gaps.
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
// Only what says how long it is need not be as long: sets and the like are there.
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

/** An object that only behaves like a set could go on for ever. */
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

/** Where texts are searched letter by letter, the worst is the product of both. */
const MOST_COMPARED = 1_000_000_000;

function boundSearch(names: readonly string[]): void {
  wrap(String.prototype, names, (name) => (self, [given, ...words]) => {
    if (typeof self !== 'string') throw new TypeError(`${name} needs a text`);
    // Made to a text here and now: asked again, an object could give another.
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
// A text with values in it is put together by this.
atOnceOfFew(String.prototype, 'concat');

wrap(String.prototype, ['repeat'], () => (self, [count]) => {
  // Called on what is no text, `self` is anything.
  tooLong(String(self).length * Number(count));
});
wrap(String.prototype, ['padStart', 'padEnd'], () => (_, [size]) => {
  tooLong(Number(size));
});

/** Deeper than any value of a game; writing it as JSON takes a call for each level. */
const DEEPEST = 1_000;
const { parse, stringify } = JSON;
wrap(JSON, ['stringify'], (name) => (_, [given, keys, ...words]) => {
  // Of a list of keys each place is looked at, whether there is something or not.
  if (isArray(keys)) pay(name, keys.length);
  if ((typeof given !== 'object' || given === null) && typeof given !== 'function') return undefined;
  refuseDepth(given);
  if (typeof keys === 'function') return undefined;
  if (!isArray(keys)) return [given, counting(), ...words];
  const text = stringify(given, counting()) as string | undefined;
  return [text === undefined ? undefined : parse(text), keys, ...words];
});

/** More values than a game has room for. */
const MOST_WRITTEN = 200_000;
/** The steps that writing a value costs beyond counting it. */
const WRITING = 80;

/**
 * Counts the values that are written: a list that holds another twice, which holds a third twice, and so on is far longer in JSON than
 * in memory, and so may be what a getter or `toJSON` gives.
 */
function counting(): (key: string, value: unknown) => unknown {
  let count = 0;
  return (_, value) => {
    count += 1;
    if (count % FEW === 0) charge(FEW * WRITING);
    if (count > MOST_WRITTEN) throw new RangeError(`more than ${MOST_WRITTEN} values are too much for JSON`);
    if (typeof value === 'string') charge(value.length);
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
