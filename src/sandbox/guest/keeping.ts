/**
 * A clause may keep nothing from one call to the next. A clause's code tells (see `keeping/instrument.ts`) of every
 * name that its functions hold on to. When it has been loaded, what those names hold is sealed: objects and lists can't be
 * changed any more; names, maps, sets and places of regular expressions are put back, after each call, to what they were.
 */
import { isBare } from '../../kernel/freeze.ts';

export { caught } from './exhausted.ts';

const {
  defineProperty,
  freeze,
  isExtensible,
  isFrozen,
  getPrototypeOf,
  getOwnPropertyDescriptor,
  preventExtensions,
} = Object;
const { apply, ownKeys } = Reflect;

/** Whether clauses are being loaded: only then is what they make told of. */
export let loading = false;

interface Cell {
  readonly get: () => unknown;
  readonly set: (value: unknown) => void;
  /** When it was made. */
  readonly phase: number;
  before: unknown;
  touched: boolean;
}

interface Told {
  readonly file: string;
  readonly look: () => unknown;
}

/** Something that a clause can't be allowed to hold. */
export interface Kept {
  readonly file: string;
  readonly message: string;
}

/** Goes up with each loading and with its end, so that what is made in one can be told from what is made in another. */
let phase = 0;
let told: Told[] = [];
const touched: Cell[] = [];
const sealed = new WeakSet();
/** Of the maps and sets that are sealed, what they held; undefined where nothing has touched them since. */
const collections = new WeakMap<object, { contents: unknown[] | null }>();
const touchedCollections: object[] = [];
const expressions: RegExp[] = [];

export function keep(file: string, ...looks: (() => unknown)[]): void {
  if (loading) for (const look of looks) told.push({ file, look });
}

export function value<T>(given: T): T {
  if (loading) told.push({ file: '', look: () => given });
  return given;
}

export function cell(get: () => unknown, set: (value: unknown) => void): Cell {
  return { get, set, phase, before: undefined, touched: false };
}

/** Before a name is given another value by a function that holds on to it. */
export function touch(of: Cell): void {
  if (of.phase === phase || of.touched) return;
  of.touched = true;
  of.before = of.get();
  touched.push(of);
}

export function beginLoading(): void {
  phase++;
  loading = true;
  told = [];
}

/** Nothing that was loaded since `beginLoading` can keep anything from now on. */
export function endLoading(roots: readonly { readonly file: string; readonly value: unknown }[]): Kept[] {
  const problems: Kept[] = [];
  for (const { file, look } of told) {
    let given: unknown;
    try {
      given = look();
    } catch {
      // A name that was never given a value.
      continue;
    }
    seal(given, file, problems);
  }
  for (const root of roots) seal(root.value, root.file, problems);
  abandonLoading();
  return problems;
}

export function abandonLoading(): void {
  loading = false;
  told = [];
  phase++;
  restore();
}

/** Whether anything that was there when loading began is not as it was. */
export function hasMoved(): boolean {
  if (touched.length > 0 || touchedCollections.length > 0) return true;
  for (let at = 0; at < expressions.length; at++)
    if ((expressions[at] as RegExp).lastIndex !== 0) return true;
  return false;
}

/** After each call: everything is as it was when it had been loaded. */
export function restore(): void {
  for (let of = touched.pop(); of !== undefined; of = touched.pop()) {
    of.set(of.before);
    of.before = undefined;
    of.touched = false;
  }
  for (let of = touchedCollections.pop(); of !== undefined; of = touchedCollections.pop()) refill(of);
  // There are hundreds, and most calls use none of them.
  for (let at = 0; at < expressions.length; at++) {
    const expression = expressions[at] as RegExp;
    if (expression.lastIndex !== 0) expression.lastIndex = 0;
  }
}

/** The objects that the engine makes and hands out, with all that is reached from them: nobody can keep anything there. */
export function shut(root: object): void {
  const queue: unknown[] = [root];
  while (queue.length > 0) {
    const item = queue.pop();
    if ((typeof item !== 'object' && typeof item !== 'function') || item === null || sealed.has(item))
      continue;
    sealed.add(item);
    const parent = getPrototypeOf(item) as object | null;
    // Plain data that is frozen was frozen to the bottom.
    if (isFrozen(item) && (parent === Object.prototype || parent === Array.prototype)) continue;
    freeze(item);
    queue.push(parent);
    const keys = ownKeys(item);
    if (isBare(item, keys)) continue;
    for (const key of keys) push(queue, getOwnPropertyDescriptor(item, key) as PropertyDescriptor);
  }
}

/** Objects that are there already, such as the built-ins, need no look. */
export function known(objects: Iterable<unknown>): void {
  for (const object of objects) sealed.add(object as object);
}

const COLLECTIONS: readonly object[] = [Map.prototype, Set.prototype];
const ITERATOR: object = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) as object) as object;
const NEVER: ReadonlyMap<object, string> = new Map<object, string>([
  [WeakMap.prototype, 'a WeakMap'],
  [WeakSet.prototype, 'a WeakSet'],
  [ITERATOR, 'an iterator'],
]);

function seal(first: unknown, file: string, problems: Kept[]): void {
  const queue: unknown[] = [first];
  while (queue.length > 0) {
    const item = queue.pop();
    if ((typeof item !== 'object' && typeof item !== 'function') || item === null || sealed.has(item))
      continue;
    sealed.add(item);
    const kind = kindOf(item);
    if (kind !== 'plain' && kind !== 'collection' && kind !== 'expression') {
      problems.push({
        file,
        message: `keeps ${kind} that was made while it was loaded, which no call could leave as it found it; make it where it is used`,
      });
      continue;
    }
    if (kind === 'collection') sealCollection(item, queue);
    for (const key of ownKeys(item)) {
      const property = getOwnPropertyDescriptor(item, key);
      if (property !== undefined) push(queue, property);
    }
    const parent: unknown = getPrototypeOf(item);
    if (!sealed.has(parent as object)) queue.push(parent);
    if (isNamespace(item)) continue;
    if (kind !== 'expression' || !watchPlace(item)) freeze(item);
  }
}

/** The namespace that `import * as` gives: nobody can write there, and it can't be frozen either, since an `export let` may change. */
function isNamespace(item: object): boolean {
  return getPrototypeOf(item) === null && !isExtensible(item) && !isFrozen(item);
}

function sealCollection(item: object, queue: unknown[]): void {
  let contents: unknown[];
  try {
    contents = contentsOf(item);
  } catch {
    // The prototype of a class that extends one is none itself.
    return;
  }
  collections.set(item, { contents: null });
  for (const entry of contents) queue.push(...(isMap(item) ? (entry as unknown[]) : [entry]));
}

/** The place where a regular expression goes on is put back after each call; nothing else of it may change. */
function watchPlace(item: object): boolean {
  const place = getOwnPropertyDescriptor(item, 'lastIndex');
  if (place?.configurable !== false || place.writable !== true) return false;
  preventExtensions(item);
  for (const key of ownKeys(item)) {
    if (key === 'lastIndex') continue;
    const { get } = getOwnPropertyDescriptor(item, key) as PropertyDescriptor;
    defineProperty(item, key, { configurable: false, ...(get === undefined ? { writable: false } : {}) });
  }
  expressions.push(item as RegExp);
  (item as RegExp).lastIndex = 0;
  return true;
}

function push(queue: unknown[], { value, get, set }: PropertyDescriptor): void {
  if (typeof value === 'object' || typeof value === 'function') queue.push(value);
  if (get !== undefined) queue.push(get);
  if (set !== undefined) queue.push(set);
}

function kindOf(item: object): string {
  // Most things are one of these.
  if (typeof item === 'function') return 'plain';
  const parent: unknown = getPrototypeOf(item);
  if (parent === Object.prototype || parent === Array.prototype) return 'plain';
  for (let at: object | null = item; at !== null; at = getPrototypeOf(at) as object | null) {
    if (COLLECTIONS.includes(at)) return item === at ? 'plain' : 'collection';
    if (at === RegExp.prototype) return item === at ? 'plain' : 'expression';
    const never = NEVER.get(at);
    if (never !== undefined) return never;
  }
  return 'plain';
}

const mapSet = Map.prototype.set;
const mapDelete = Map.prototype.delete;
const mapClear = Map.prototype.clear;
const mapEach = Map.prototype.forEach;
const setAdd = Set.prototype.add;
const setDelete = Set.prototype.delete;
const setClear = Set.prototype.clear;
const setEach = Set.prototype.forEach;

function contentsOf(collection: object): unknown[] {
  const contents: unknown[] = [];
  if (isMap(collection))
    apply(mapEach, collection, [(value: unknown, key: unknown) => void contents.push([key, value])]);
  else apply(setEach, collection, [(value: unknown) => void contents.push(value)]);
  return contents;
}

function isMap(collection: object): boolean {
  for (let at: object | null = collection; at !== null; at = getPrototypeOf(at) as object | null)
    if (at === Map.prototype) return true;
  return false;
}

function refill(collection: object): void {
  const entry = collections.get(collection);
  const contents = entry?.contents ?? [];
  if (entry !== undefined) entry.contents = null;
  if (isMap(collection)) {
    apply(mapClear, collection, []);
    for (const pair of contents) apply(mapSet, collection, pair as [unknown, unknown]);
  } else {
    apply(setClear, collection, []);
    for (const item of contents) apply(setAdd, collection, [item]);
  }
}

function touchCollection(collection: object): void {
  const entry = collections.get(collection);
  if (entry === undefined || entry.contents !== null) return;
  entry.contents = contentsOf(collection);
  touchedCollections.push(collection);
}

type Method = (this: object, first?: unknown, second?: unknown) => unknown;

/** Changing a map or set that is sealed is noticed, by whatever way it is done. */
function watch(prototype: object, name: string, given: unknown): void {
  const original = given as Method;
  const watched: Record<string, Method> = {
    // None of them takes more words, or asks how many there are: to collect them took three times as long as all else here.
    [name](first, second) {
      // One that is sealed can't be extended; most of them are the engine's own, or made in this call.
      if (!isExtensible(this)) touchCollection(this);
      return original.call(this, first, second);
    },
  };
  defineProperty(prototype, name, { value: watched[name], writable: true, configurable: true });
}

watch(Map.prototype, 'set', mapSet);
watch(Map.prototype, 'delete', mapDelete);
watch(Map.prototype, 'clear', mapClear);
for (const name of ['getOrInsert', 'getOrInsertComputed'] as const)
  watch(Map.prototype, name, (Map.prototype as unknown as Record<string, unknown>)[name]);
watch(Set.prototype, 'add', setAdd);
watch(Set.prototype, 'delete', setDelete);
watch(Set.prototype, 'clear', setClear);
