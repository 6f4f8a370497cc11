const COMPUTED = Symbol('asked');

export interface LazyProperty {
  readonly key: string;
  readonly get: () => unknown;
}

/** An object with one more property, which is computed on first use. In JSON and in copies it is an ordinary property. */
export function withLazy<T extends object, Key extends string, Value>(
  about: T,
  key: Key,
  compute: () => Value,
): T & Readonly<Record<Key, Value>> {
  let known: { readonly value: Value } | null = null;
  const get = (): Value => (known ??= { value: compute() }).value;
  const made = Object.defineProperty({ ...about }, key, { get, enumerable: true });
  const asked: LazyProperty = { key, get };
  return Object.defineProperty(made, COMPUTED, { value: asked }) as T & Readonly<Record<Key, Value>>;
}

/** An object without its lazy property, which isn't computed for this. */
export function withoutLazy(value: object, { key }: LazyProperty): Readonly<Record<string, unknown>> {
  const fields = value as Readonly<Record<string, unknown>>;
  const others = Object.keys(value).filter((name) => name !== key);
  return Object.fromEntries(others.map((name) => [name, fields[name]]));
}

/** The lazy property of an object, or null. */
export function lazyPropertyOf(value: object): LazyProperty | null {
  return COMPUTED in value ? (value[COMPUTED] as LazyProperty) : null;
}
