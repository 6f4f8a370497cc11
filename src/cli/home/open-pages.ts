/** Open pages are told of changes at most so often: actions that come together are one new page. */
const APART_MS = 250;

/**
 * A browser keeps six connections to a server at most, and a page that listens holds one for as long as it is open. With
 * six of them listening, the seventh would never come. Of those that are over this number, the oldest ask by themselves.
 */
const MOST_LISTENING = 3;
const ASK_YOURSELF = '\nevent:ask-yourself\ndata:\n\n';

interface OpenPage {
  write(piece: string): void;
  end(): void;
}

/** The pages that are open somewhere, and are told of every change: of the first at once, and of those right after it together. */
export class OpenPages {
  /** The pages and the browsers that they are open in, the oldest first. */
  readonly #pages = new Map<OpenPage, string>();
  readonly #stamp: () => string;
  readonly #now: () => number;
  #toldAt = -Infinity;
  #later: NodeJS.Timeout | undefined;

  /** `stamp` names the state that is there to be shown. */
  constructor(stamp: () => string, now = (): number => performance.now()) {
    this.#stamp = stamp;
    this.#now = now;
  }

  add(page: OpenPage, browser: string): void {
    this.#pages.set(page, browser);
    page.write(this.#message());
    const own = [...this.#pages].filter(([, one]) => one === browser);
    for (const [old] of own.slice(0, -MOST_LISTENING)) {
      this.#pages.delete(old);
      old.write(ASK_YOURSELF);
      old.end();
    }
  }

  get stamp(): string {
    return this.#stamp();
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
    for (const page of this.#pages.keys()) page.end();
  }

  #tellNow(): void {
    this.#later = undefined;
    this.#toldAt = this.#now();
    const message = this.#message();
    for (const page of this.#pages.keys()) page.write(message);
  }

  #message(): string {
    return `data: ${this.#stamp()}\n\n`;
  }
}
