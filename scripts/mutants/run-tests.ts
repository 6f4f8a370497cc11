import type { RunnerParts, Task } from './protocol.ts';

/** Stryker's: instrumented code reads and writes it. */
interface Instruments {
  activeMutant: string | undefined;
  currentTestId: string | undefined;
  hitCount: number | undefined;
  hitLimit: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** What instrumented code reads and writes. */
export const instruments: Instruments = ((
  globalThis as unknown as { __stryker__: Partial<Instruments> }
).__stryker__ ??= {}) as Instruments;
/** Of a file, before all of its tests. */
export const BEFORE = 'before:';

export interface LoadedTest {
  readonly id: string;
  readonly file: string;
  readonly task: Task;
  /** From the outermost inwards. */
  readonly around: readonly Task[];
}

/** Calls tests in any order, each with what is to be done before and after it. */
export class Run {
  readonly #parts: RunnerParts;
  /** Suites that were begun, with what ends each. */
  readonly #begun = new Map<Task, (() => unknown)[]>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  async call({ task, around, file }: LoadedTest): Promise<void> {
    const hooks = around.map((suite) => this.#parts.getHooks(suite));
    for (const suite of around) await this.#begin(suite, file);
    const ends: (() => unknown)[] = [];
    try {
      for (const [at, { beforeEach }] of hooks.entries())
        for (const hook of beforeEach) {
          const end = await hook(task.context, around[at]);
          if (typeof end === 'function') ends.push(end as () => unknown);
        }
      await this.#parts.getFn(task)();
    } finally {
      for (const { afterEach } of hooks.toReversed())
        for (const hook of afterEach.toReversed()) await hook(task.context, task.suite);
      for (const end of ends.toReversed()) await end();
    }
  }

  async leave(): Promise<void> {
    for (const [suite, ends] of [...this.#begun].reverse()) {
      for (const hook of this.#parts.getHooks(suite).afterAll.toReversed()) await hook(suite);
      for (const end of ends) await end();
    }
    this.#begun.clear();
  }

  async #begin(suite: Task, file: string): Promise<void> {
    if (this.#begun.has(suite)) return;
    const ends: (() => unknown)[] = [];
    this.#begun.set(suite, ends);
    const { beforeAll, aroundAll, aroundEach } = this.#parts.getHooks(suite);
    if (aroundAll.length + aroundEach.length > 0) throw new Error('Hooks around tests are not called here.');
    const test = instruments.currentTestId;
    instruments.currentTestId = BEFORE + file;
    for (const hook of beforeAll) {
      const end = await hook(suite);
      if (typeof end === 'function') ends.push(end as () => unknown);
    }
    instruments.currentTestId = test;
  }
}
