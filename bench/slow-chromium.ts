import type { Browser } from 'playwright-core';

/** Processes run for one of so many slices. */
const SLOWER = 4;
const SLICE_MS = 4;

/** Chromium whose processes with pages and workers run four times as slowly, and how much of the processor they use. */
export class SlowChromium {
  readonly browser: Browser;
  #timer: NodeJS.Timeout | undefined;
  #stopped: readonly number[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  async #processes(): Promise<readonly { readonly id: number; readonly cpuTime: number }[]> {
    const session = await this.browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.filter(({ type }) => type === 'renderer');
  }

  /** Chromium's own throttling leaves workers alone, so each process is stopped for three of four slices. */
  async #slow(): Promise<void> {
    const ids = (await this.#processes()).map(({ id }) => id);
    const step = (turn: number): void => {
      const runs = turn % SLOWER === 0;
      this.#stopped = runs ? [] : ids;
      for (const id of ids) send(id, runs ? 'SIGCONT' : 'SIGSTOP');
      this.#timer = setTimeout(() => step(turn + 1), SLICE_MS);
    };
    step(0);
  }

  #run(): void {
    clearTimeout(this.#timer);
    for (const id of this.#stopped) send(id, 'SIGCONT');
    this.#stopped = [];
  }

  /** How long something takes where the processor is slow, and four times the processor's own time, which other programs don't change. */
  async timed<T>(
    run: () => Promise<T>,
  ): Promise<{ readonly ms: number; readonly processorMs: number; readonly result: T }> {
    const used = async (): Promise<number> =>
      (await this.#processes()).reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
    const before = await used();
    await this.#slow();
    const began = performance.now();
    try {
      const result = await run();
      const ms = performance.now() - began;
      this.#run();
      return { ms, processorMs: ((await used()) - before) * SLOWER, result };
    } finally {
      this.#run();
    }
  }

  /** The memory of the largest of these processes. */
  async megabytes(of: (pid: number) => number): Promise<number> {
    return Math.max(...(await this.#processes()).map(({ id }) => of(id)));
  }
}

function send(pid: number, signal: 'SIGCONT' | 'SIGSTOP'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}
