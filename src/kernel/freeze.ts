const { freeze, getOwnPropertyDescriptor, isFrozen, values } = Object;
const { ownKeys } = Reflect;

/** Freezes plain data to the bottom. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || isFrozen(value)) return value;
  freeze(value);
  const inner = values(value) as readonly unknown[];
  // Most of it is words and numbers: to call this for each of them took longer than the freezing.
  for (let at = 0; at < inner.length; at++) if (typeof inner[at] === 'object') deepFreeze(inner[at]);
  return value;
}

/**
 * Freezes what is handed to clauses again and again, with everything that hangs on it: functions, their prototypes, and the
 * functions behind its properties. What it inherits from is left as it is.
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

/** A function with nothing of its own but its name and its length, as most are that the engine makes. */
export function isBare(item: object, keys: readonly PropertyKey[]): boolean {
  return typeof item === 'function' && keys.length === 2 && keys[0] === 'length' && keys[1] === 'name';
}
