const COMPUTED = Symbol('asked');

export interface AskedProperty {
  readonly key: string;
  readonly get: () => unknown;
}

/**
 * An object with one more property, computed once, when somebody asks for it. Written as JSON or copied, it is like any other.
 */
export function whenAsked<T extends object, Key extends string, Value>(
  about: T,
  key: Key,
  compute: () => Value,
): T & Readonly<Record<Key, Value>> {
  let known: { readonly value: Value } | null = null;
  const get = (): Value => (known ??= { value: compute() }).value;
  const made = Object.defineProperty({ ...about }, key, { get, enumerable: true });
  const asked: AskedProperty = { key, get };
  return Object.defineProperty(made, COMPUTED, { value: asked }) as T & Readonly<Record<Key, Value>>;
}

/** An object without its property that is computed when asked, which is not computed for that. */
export function besideAsked(value: object, { key }: AskedProperty): Readonly<Record<string, unknown>> {
  const fields = value as Readonly<Record<string, unknown>>;
  const others = Object.keys(value).filter((name) => name !== key);
  return Object.fromEntries(others.map((name) => [name, fields[name]]));
}

/** The property of an object that is computed when asked, or null. */
export function askedIn(value: object): AskedProperty | null {
  return COMPUTED in value ? (value[COMPUTED] as AskedProperty) : null;
}
