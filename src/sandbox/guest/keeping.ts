/**
 * Clauses keep nothing between calls. While a clause is loaded, inserted code (see `keeping/instrument.ts`) registers
 * each name that its functions capture; afterwards everything reachable from these names and the definition is
 * frozen. A variable can be assigned only in the phase, such as one call, in which its function began.
 */
import { isBare } from '../../kernel/freeze.ts';

export { caught } from './exhausted.ts';

const { defineProperty, freeze, isExtensible, isFrozen, getPrototypeOf, getOwnPropertyDescriptor } = Object;
const { apply, ownKeys } = Reflect;

/** Whether clauses are being loaded, when captured names are registered. */
export let loading = false;
/** Increases with each call and at both ends of each loading. */
export let phase = 0;

interface Captured {
  readonly file: string;
  readonly read: () => unknown;
}

/** Something that a clause must not hold. */
export interface Leak {
  readonly file: string;
  readonly message: string;
}

let captured: Captured[] = [];
const sealed = new WeakSet();

export function keep(file: string, ...reads: (() => unknown)[]): void {
  for (const read of reads) captured.push({ file, read });
}

export function refuseWrite(name: string): never {
  throw new TypeError(`"${name}" was made before this call, and its value is read-only`);
}

export function beginPhase(): void {
  phase++;
}

export function beginLoading(): void {
  phase++;
  loading = true;
  captured = [];
}

/** Freezes everything made since `beginLoading`. */
export function endLoading(roots: readonly { readonly file: string; readonly value: unknown }[]): Leak[] {
  const problems: Leak[] = [];
  for (const { file, read } of captured) {
    let given: unknown;
    try {
      given = read();
    } catch {
      // The variable was never initialised.
      continue;
    }
    seal(given, file, problems);
  }
  for (const { file, value } of roots) seal(value, file, problems);
  abandonLoading();
  return problems;
}

export function abandonLoading(): void {
  phase++;
  loading = false;
  captured = [];
}

/** Freezes objects that the engine hands out and everything reachable from them. */
export function shut(root: object): void {
  const queue: unknown[] = [root];
  while (queue.length > 0) {
    const item = queue.pop();
    if (!isNew(item)) continue;
    const parent = getPrototypeOf(item) as object | null;
    // Frozen plain data is already frozen deeply.
    if (isFrozen(item) && (parent === Object.prototype || parent === Array.prototype)) continue;
    freeze(item);
    queue.push(parent);
    const keys = ownKeys(item);
    if (!isBare(item, keys)) pushParts(queue, item, keys);
  }
}

const natives = new WeakSet();

/** Registers the built-ins, which are frozen already. */
export function known(objects: Iterable<unknown>): void {
  for (const object of objects) {
    sealed.add(object as object);
    natives.add(object as object);
  }
}

type Kind = 'plain' | 'map' | 'set' | 'expression';

/**
 * The kinds of objects that a clause may hold, by the nearest built-in prototype. Anything else is refused, even kinds that the language
 * may add later.
 */
const KINDS: ReadonlyMap<object, Kind> = new Map<object, Kind>([
  ...[Object, Array, Boolean, Number, String, BigInt].map(({ prototype }) => [prototype, 'plain'] as const),
  ...[Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map(
    ({ prototype }) => [prototype as object, 'plain'] as const,
  ),
  [getPrototypeOf(() => 0) as object, 'plain'],
  [Map.prototype, 'map'],
  [Set.prototype, 'set'],
  [RegExp.prototype, 'expression'],
]);

const INSTEAD = 'make it where it is used';

function seal(first: unknown, file: string, problems: Leak[]): void {
  const queue: unknown[] = [first];
  while (queue.length > 0) {
    const item = queue.pop();
    if (!isNew(item)) continue;
    const kind = kindOf(item);
    const why =
      kind === null ? `an object of another kind than clauses may keep` : pushContents(queue, item, kind);
    if (why !== null) {
      const message = `keeps ${why} from loading that could change later; ${INSTEAD}`;
      problems.push({ file, message });
      continue;
    }
    pushParts(queue, item, ownKeys(item));
    queue.push(getPrototypeOf(item));
    if (!isNamespace(item)) freeze(item);
  }
}

function isNew(item: unknown): item is object {
  if ((typeof item !== 'object' && typeof item !== 'function') || item === null || sealed.has(item))
    return false;
  sealed.add(item);
  return true;
}

function kindOf(item: object): Kind | null {
  let at = getPrototypeOf(item) as object | null;
  while (at !== null && !natives.has(at)) at = getPrototypeOf(at) as object | null;
  return at === null ? 'plain' : (KINDS.get(at) ?? null);
}

/** A namespace of `import * as` can be neither written to nor frozen. */
function isNamespace(item: object): boolean {
  return getPrototypeOf(item) === null && !isExtensible(item) && !isFrozen(item);
}

function pushParts(queue: unknown[], item: object, keys: readonly PropertyKey[]): void {
  for (const key of keys) {
    const { value, get, set } = getOwnPropertyDescriptor(item, key) as PropertyDescriptor;
    if (typeof value === 'object' || typeof value === 'function') queue.push(value);
    if (get !== undefined) queue.push(get);
    if (set !== undefined) queue.push(set);
  }
}

const mapEach = Map.prototype.forEach;
const setEach = Set.prototype.forEach;
const flagsOf = ['global', 'sticky'].map(
  (name) => getOwnPropertyDescriptor(RegExp.prototype, name)?.get as () => unknown,
);

/** Queues a collection's contents, or returns why it can't be kept. */
function pushContents(queue: unknown[], item: object, kind: Kind): string | null {
  try {
    if (kind === 'map') apply(mapEach, item, [(value: unknown, key: unknown) => void queue.push(key, value)]);
    if (kind === 'set') apply(setEach, item, [(value: unknown) => void queue.push(value)]);
    if (kind === 'expression' && flagsOf.some((flag) => apply(flag, item, []) === true))
      return 'a regular expression with the flag g or y';
  } catch {
    // It inherits from a collection but is a plain object itself.
  }
  return null;
}

type Method = (this: object, first?: unknown, second?: unknown) => unknown;

/** Freezing a map or set doesn't protect its contents, so its methods must refuse. */
for (const [kind, prototype] of Object.entries({ Map: Map.prototype, Set: Set.prototype }))
  for (const name of 'set add delete clear getOrInsert getOrInsertComputed'.split(' ')) {
    const original = getOwnPropertyDescriptor(prototype, name)?.value as Method | undefined;
    if (original === undefined) continue;
    const guarded: Record<string, Method> = {
      // None of these takes more arguments or counts them. Collecting them would take three times as long as the rest.
      [name](first, second) {
        if (!isExtensible(this)) throw new TypeError(`this ${kind} is read-only`);
        return original.call(this, first, second);
      },
    };
    defineProperty(prototype, name, { value: guarded[name], writable: true, configurable: true });
  }
