/// <reference lib="dom" />
// Tells of changes in a game at home, for as long as somebody can see the page. The server names the state that is there
// to be shown; another name is a change.

/** The polling interval of a page, if its browser has too many other listening pages. */
const EVERY_MS = 5_000;
/** A connection that comes back within this time is not called lost. */
const PATIENCE_MS = 3_000;

export interface Listener {
  changed(): void;
  /** The names of the people who have a page open, as JSON. */
  here(names: string): void;
  /** Called when the game stops answering, and when it answers again. */
  lost(isLost: boolean): void;
}

export function listenAt(address: string, listener: Listener): void {
  const following = new Following(address, listener);
  document.addEventListener('visibilitychange', () => following.attend());
  following.attend();
}

class Following {
  readonly #address: string;
  readonly #listener: Listener;
  #known: string | null = null;
  #source: EventSource | null = null;
  #asking = 0;
  #losing = 0;

  constructor(address: string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
  }

  /** Hidden pages leave the connection to visible ones, and catch up when they are visible again. */
  attend(): void {
    this.#stop();
    if (document.visibilityState === 'visible') this.#listen();
  }

  #stop(): void {
    this.#source?.close();
    this.#source = null;
    clearInterval(this.#asking);
    clearTimeout(this.#losing);
    this.#losing = 0;
  }

  #listen(): void {
    const source = new EventSource(this.#address);
    this.#source = source;
    source.addEventListener('message', ({ data }: MessageEvent<string>) => this.#hear(data));
    source.addEventListener('here', ({ data }: MessageEvent<string>) => this.#listener.here(data));
    source.addEventListener('ask-yourself', () => {
      source.close();
      this.#asking = window.setInterval(() => void this.#ask(), EVERY_MS);
    });
    source.addEventListener('error', () => {
      // Browsers give up on an answer that isn't a stream, such as a proxy's page when its server is away.
      if (source.readyState === EventSource.CLOSED) window.setTimeout(() => this.attend(), PATIENCE_MS);
      this.#miss();
    });
  }

  async #ask(): Promise<void> {
    const answer = await fetch(`${this.#address}?now`).catch(() => null);
    if (answer?.ok === true) this.#hear(await answer.text());
    else this.#miss();
  }

  #miss(): void {
    if (this.#losing === 0) this.#losing = window.setTimeout(() => this.#listener.lost(true), PATIENCE_MS);
  }

  #hear(state: string): void {
    clearTimeout(this.#losing);
    if (this.#losing !== 0) this.#listener.lost(false);
    this.#losing = 0;
    const isOther = this.#known !== null && state !== this.#known;
    this.#known = state;
    if (isOther) this.#listener.changed();
  }
}
