/** Values that were made of texts before, by kind, such as a parsed rule, and by name, such as a path: nothing else decides what they are. */
export interface Memo {
  get(kind: string, name: string, text: string): unknown;
  set(kind: string, name: string, text: string, made: unknown): void;
  /** The value that was made of an object before, or makes it now; it goes with the object. */
  once?<T>(of: object, what: string, make: () => T): T;
}

/** Returns the value that was made of a text before, or makes it now. */
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

/** The same for what takes time. */
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

/** In memory, for as many texts as were asked for last: at least `few`, and less than twice as many. */
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
