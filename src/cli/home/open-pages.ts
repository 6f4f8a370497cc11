import { later, type Timer } from '#platform/turns.ts';
import type { Session } from './session.ts';

/**
 * The minimum interval between updates of open pages, so that actions in quick succession give one new page. Each open page asks for one,
 * so where many are open it grows, and they are told one after another: what people do meanwhile isn't held up.
 */
const APART_MS = 250;
const APART_FOR_EACH_MS = 40;
const AT_ONCE = APART_MS / APART_FOR_EACH_MS;

/**
 * A browser keeps six connections to a server at most, and each listening page holds one. With six of them the next
 * request would never come, so the oldest pages above this number poll instead.
 */
const MOST_LISTENING = 3;
/** All others are told later by each page that listens, so of those without a seat only the newest do. */
const MOST_STRANGERS_LISTENING = 25;
const ASK_YOURSELF = '\nevent:ask-yourself\ndata:\n\n';

interface OpenPage {
  write(piece: string): void;
  end(): void;
}

type Reader = Pick<Session, 'id' | 'seat'>;

/** Tells open pages about the first change at once, and about the changes right after it together. */
export class OpenPages {
  /** Oldest first. */
  readonly #pages = new Map<OpenPage, Reader>();
  readonly #stamp: () => string;
  readonly #now: () => number;
  #announcedAt = -Infinity;
  #later: Timer | undefined;

  /** `stamp` identifies the state that can be shown. */
  constructor(stamp: () => string, now = (): number => performance.now()) {
    this.#stamp = stamp;
    this.#now = now;
  }

  add(page: OpenPage, reader: Reader): void {
    this.#pages.set(page, reader);
    page.write(this.#message());
    const all = [...this.#pages];
    const own = all.filter(([, { id }]) => id === reader.id);
    const strangers = all.filter(([, { seat }]) => seat === null);
    const most = [...own.slice(0, -MOST_LISTENING), ...strangers.slice(0, -MOST_STRANGERS_LISTENING)];
    for (const [old] of new Map(most)) {
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
    const apart = Math.max(APART_MS, APART_FOR_EACH_MS * this.#pages.size);
    const rest = this.#announcedAt + apart - this.#now();
    if (rest <= 0) this.#tellNow();
    else this.#later = later(() => this.#tellNow(), rest);
  }

  close(): void {
    clearTimeout(this.#later);
    for (const page of this.#pages.keys()) page.end();
    this.#pages.clear();
  }

  #tellNow(): void {
    this.#later = undefined;
    this.#announcedAt = this.#now();
    for (const [place, page] of [...this.#pages.keys()].entries()) {
      if (place < AT_ONCE) page.write(this.#message());
      else later(() => this.#pages.has(page) && page.write(this.#message()), place * APART_FOR_EACH_MS);
    }
  }

  #message(): string {
    return `data: ${this.#stamp()}\n\n`;
  }
}
