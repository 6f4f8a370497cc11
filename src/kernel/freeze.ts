const { freeze, getOwnPropertyDescriptor, isFrozen, values } = Object;
const { ownKeys } = Reflect;

/** Freezes plain data recursively. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || isFrozen(value)) return value;
  freeze(value);
  const inner = values(value) as readonly unknown[];
  // Most values are strings and numbers, and calling this for each of them took longer than the freezing.
  for (let at = 0; at < inner.length; at++) if (typeof inner[at] === 'object') deepFreeze(inner[at]);
  return value;
}

/**
 * Freezes objects that clauses receive again and again, with everything reachable from them: functions, their prototypes, and getters.
 * What they inherit from isn't frozen.
 */
export function freezeWhole(...items: readonly unknown[]): void {
  const queue = [...items];
  for (let item = queue.pop(); item !== undefined || queue.length > 0; item = queue.pop()) {
    if ((typeof item !== 'object' && typeof item !== 'function') || item === null || isFrozen(item)) continue;
    freeze(item);
    const keys = ownKeys(item);
    if (isBare(item, keys)) continue;
    for (const key of keys) {
      const { value, get, set } = getOwnPropertyDescriptor(item, key) as PropertyDescriptor;
      queue.push(value, get, set);
    }
  }
}

/** A function that has only a name and a length, like most of the engine's. */
export function isBare(item: object, keys: readonly PropertyKey[]): boolean {
  return typeof item === 'function' && keys.length === 2 && keys[0] === 'length' && keys[1] === 'name';
}
