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
  let known: string | null = null;
  let source: EventSource | null = null;
  let [asking, losing] = [0, 0];

  const miss = (): void => {
    if (losing === 0) losing = window.setTimeout(() => listener.lost(true), PATIENCE_MS);
  };
  const hear = (state: string): void => {
    clearTimeout(losing);
    if (losing !== 0) listener.lost(false);
    losing = 0;
    const isOther = known !== null && state !== known;
    known = state;
    if (isOther) listener.changed();
  };
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${address}?now`).catch(() => null);
    if (answer?.ok === true) hear(await answer.text());
    else miss();
  };
  const listen = (): void => {
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => hear(data));
    opened.addEventListener('here', ({ data }: MessageEvent<string>) => listener.here(data));
    opened.addEventListener('ask-yourself', () => {
      opened.close();
      asking = window.setInterval(() => void ask(), EVERY_MS);
    });
    opened.addEventListener('error', () => {
      // Browsers give up on an answer that isn't a stream, such as a proxy's page when its server is away.
      if (opened.readyState === EventSource.CLOSED) window.setTimeout(attend, PATIENCE_MS);
      miss();
    });
  };
  /** Hidden pages leave the connection to visible ones, and catch up when they are visible again. */
  const attend = (): void => {
    source?.close();
    clearInterval(asking);
    clearTimeout(losing);
    losing = 0;
    if (document.visibilityState === 'visible') listen();
  };

  document.addEventListener('visibilitychange', attend);
  attend();
}
