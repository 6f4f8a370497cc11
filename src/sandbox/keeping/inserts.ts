interface Mark {
  readonly at: number;
  /** Orders what stands at one place: first what closes there, the inner before the outer, then what opens, the outer first. */
  readonly rank: number;
  readonly text: string;
}

const FIRST = 0;
const OUTERMOST = 2 ** 40;

/** Texts to be put into a text, around parts of it that lie in each other. */
export class Inserts {
  readonly #marks: Mark[] = [];

  wrap(
    { start, end }: { readonly start: number; readonly end: number },
    before: string,
    after: string,
  ): void {
    // Of two around the same part, the one that is asked for later is outside.
    this.#marks.unshift({ at: start, rank: OUTERMOST - end, text: before });
    this.#marks.push({ at: end, rank: -1 - start, text: after });
  }

  /** Before everything that opens there. */
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
