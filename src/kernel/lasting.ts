const { ownKeys } = Reflect;

/** Players, things and posts: what clauses hold of them never changes, only what they read through it. */
const handles = new WeakSet<object>();

export function addHandle(made: object): void {
  handles.add(made);
}

/**
 * Whether nothing can change in it until it is asked for again: plain data, frozen here, and entities. A function or a map
 * could be used to keep something between two calls.
 */
export function isLasting(value: unknown): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null || handles.has(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Array.prototype && prototype !== Object.prototype && prototype !== null) return false;
  for (const key of ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property?.get !== undefined || property?.set !== undefined || !isLasting(property?.value))
      return false;
  }
  Object.freeze(value);
  return true;
}
