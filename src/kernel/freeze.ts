const { freeze, getOwnPropertyDescriptor, isFrozen } = Object;
const { ownKeys } = Reflect;

/** Freezes plain data to the bottom. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !isFrozen(value)) {
    Object.values(value).forEach(deepFreeze);
    freeze(value);
  }
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
    for (const key of ownKeys(item)) {
      const { value, get, set } = getOwnPropertyDescriptor(item, key) as PropertyDescriptor;
      queue.push(value, get, set);
    }
  }
}
