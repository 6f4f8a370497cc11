/** Open pages are told of changes at most so often: actions that come together are one new page. */
const APART_MS = 250;

interface OpenPage {
  write(piece: string): void;
  end(): void;
}

/** The pages that are open somewhere, and are told of every change: of the first at once, and of those right after it together. */
export class OpenPages {
  readonly #pages = new Set<OpenPage>();
  readonly #stamp: () => string;
  readonly #now: () => number;
  #toldAt = -Infinity;
  #later: NodeJS.Timeout | undefined;

  /** `stamp` names the state that is there to be shown. */
  constructor(stamp: () => string, now = (): number => performance.now()) {
    this.#stamp = stamp;
    this.#now = now;
  }

  add(page: OpenPage): void {
    this.#pages.add(page);
    page.write(this.#message());
  }

  delete(page: OpenPage): void {
    this.#pages.delete(page);
  }

  tell(): void {
    if (this.#later !== undefined) return;
    const rest = this.#toldAt + APART_MS - this.#now();
    if (rest <= 0) this.#tellNow();
    else this.#later = setTimeout(() => this.#tellNow(), rest).unref();
  }

  close(): void {
    clearTimeout(this.#later);
    for (const page of this.#pages) page.end();
  }

  #tellNow(): void {
    this.#later = undefined;
    this.#toldAt = this.#now();
    const message = this.#message();
    for (const page of this.#pages) page.write(message);
  }

  #message(): string {
    return `data: ${this.#stamp()}\n\n`;
  }
}
