interface Wrap {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** Texts to be put around parts of a text. What stands further out opens first and closes last. */
export class Inserts {
  readonly #wraps: Wrap[] = [];

  /** Of two around the same part, the one that was asked for first is inside. */
  wrap(
    { start, end }: { readonly start: number; readonly end: number },
    before: string,
    after: string,
  ): void {
    this.#wraps.push({ start, end, before, after });
  }

  /** Before everything else that begins there. */
  put(at: number, text: string): void {
    this.#wraps.push({ start: at, end: Infinity, before: text, after: '' });
  }

  into(text: string): string {
    const opening = new Map<number, Wrap[]>();
    const closing = new Map<number, Wrap[]>();
    for (const wrap of this.#wraps) {
      add(opening, wrap.start, wrap);
      if (wrap.after !== '') add(closing, wrap.end, wrap);
    }
    let result = '';
    let from = 0;
    for (const at of [...new Set([...opening.keys(), ...closing.keys()])].sort((a, b) => a - b)) {
      result += text.slice(from, at);
      const closed = (closing.get(at) ?? []).toSorted((a, b) => b.start - a.start);
      // Sorting is stable, so that those of one size keep the order asked for: reversed, the outer is first.
      const opened = (opening.get(at) ?? [])
        .toReversed()
        .toSorted((a, b) => (a.end < b.end ? 1 : a.end > b.end ? -1 : 0));
      result += closed.map(({ after }) => after).join('') + opened.map(({ before }) => before).join('');
      from = at;
    }
    return result + text.slice(from);
  }
}

function add(map: Map<number, Wrap[]>, at: number, wrap: Wrap): void {
  const known = map.get(at);
  if (known === undefined) map.set(at, [wrap]);
  else known.push(wrap);
}
