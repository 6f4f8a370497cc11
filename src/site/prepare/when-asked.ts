const COMPUTED = Symbol('computed when asked');

/** An object with one more property, computed when somebody asks for it, once. Written as JSON or copied, it is like any other. */
export function whenAsked<T extends object, Key extends string, Value>(
  about: T,
  key: Key,
  compute: () => Value,
): T & Readonly<Record<Key, Value>> {
  let known: { readonly value: Value } | null = null;
  const get = (): Value => (known ??= { value: compute() }).value;
  const made = Object.defineProperty({ ...about }, key, { get, enumerable: true });
  return Object.defineProperty(made, COMPUTED, { value: { key, get } }) as T & Readonly<Record<Key, Value>>;
}

/** The property of an object that is computed when asked, or null. */
export function askedIn(value: object): { readonly key: string; readonly get: () => unknown } | null {
  return COMPUTED in value ? (value[COMPUTED] as { key: string; get: () => unknown }) : null;
}
