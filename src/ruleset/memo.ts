/** Values derived from texts, by kind, such as a parsed rule, and by name, such as a path. They depend on nothing else. */
export interface Memo {
  get(kind: string, name: string, text: string): unknown;
  set(kind: string, name: string, text: string, made: unknown): void;
  /** Returns the value derived from an object earlier, or computes it now. It is freed together with the object. */
  once?<T>(of: object, what: string, make: () => T): T;
}

/** Returns the value derived from a text earlier, or computes it now. */
export function madeOnce<T>(
  memo: Memo | undefined,
  kind: string,
  name: string,
  text: string,
  make: () => T,
): T {
  const known = memo?.get(kind, name, text);
  if (known !== undefined) return known as T;
  const made = make();
  memo?.set(kind, name, text, made);
  return made;
}

/** The same for asynchronous code. */
export async function madeOnceLater<T>(
  memo: Memo | undefined,
  kind: string,
  text: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = memo?.get(kind, '', text);
  if (known !== undefined) return known as T;
  const made = await make();
  memo?.set(kind, '', text, made);
  return made;
}

/** Keeps the most recently requested texts in memory: at least `few`, and fewer than twice as many. */
export class RecentMemo implements Memo {
  readonly #few: number;
  #young = new Map<string, Map<string, unknown>>();
  #old = new Map<string, Map<string, unknown>>();

  constructor(few = 5_000) {
    this.#few = few;
  }

  get(kind: string, name: string, text: string): unknown {
    return this.#of(text)?.get(`${kind} ${name}`);
  }

  set(kind: string, name: string, text: string, made: unknown): void {
    const known = this.#of(text);
    if (known === undefined) this.#put(text, new Map([[`${kind} ${name}`, made]]));
    else known.set(`${kind} ${name}`, made);
  }

  #of(text: string): Map<string, unknown> | undefined {
    const young = this.#young.get(text);
    const old = young ?? this.#old.get(text);
    if (young === undefined && old !== undefined) this.#put(text, old);
    return old;
  }

  #put(text: string, made: Map<string, unknown>): void {
    if (this.#young.size >= this.#few) [this.#old, this.#young] = [this.#young, new Map()];
    this.#young.set(text, made);
  }
}
