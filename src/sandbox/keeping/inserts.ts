interface Mark {
  readonly at: number;
  /** The order at one place: what closes comes first, innermost first, then what opens, outermost first. */
  readonly rank: number;
  readonly text: string;
}

const FIRST = 0;
const OUTERMOST = 2 ** 40;

/** Collects insertions around nested parts of a text. */
export class Inserts {
  readonly #marks: Mark[] = [];

  wrap(
    { start, end }: { readonly start: number; readonly end: number },
    before: string,
    after: string,
  ): void {
    // If two surround the same part, the later one is outside.
    this.#marks.unshift({ at: start, rank: OUTERMOST - end, text: before });
    this.#marks.push({ at: end, rank: -1 - start, text: after });
  }

  /** Inserts before everything that opens there. */
  put(at: number, text: string): void {
    this.#marks.push({ at, rank: FIRST, text });
  }

  into(text: string): string {
    let result = '';
    let from = 0;
    for (const mark of this.#marks.toSorted((a, b) => a.at - b.at || a.rank - b.rank)) {
      result += text.slice(from, mark.at) + mark.text;
      from = mark.at;
    }
    return result + text.slice(from);
  }
}
