/** Digests come due and failed receivers are retried even when nothing happens. */
const EVERY_MS = 60_000;

export interface Telling {
  /** Called after changes: notices are sent in the background, one run at a time. */
  wake(): void;
  close(): Promise<void>;
}

/** `tell` returns messages about those who could not be told. */
export function tellAlong(tell: () => Promise<readonly string[]>, warn: (text: string) => void): Telling {
  let wanted = false;
  let running: Promise<void> | null = null;
  const tellAll = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      try {
        for (const line of await tell()) warn(line);
      } catch (error) {
        warn(`Nobody elsewhere could be told: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    running = null;
  };
  const wake = (): void => {
    wanted = true;
    running ??= tellAll();
  };
  const timer = setInterval(wake, EVERY_MS);
  timer.unref();
  return {
    wake,
    async close() {
      clearInterval(timer);
      wanted = false;
      await running;
    },
  };
}
