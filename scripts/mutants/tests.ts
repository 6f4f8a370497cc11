// The tests of one process, each with what it reached and took, so that they can be run again, one by one, for each mutant.
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';

import { state } from './switch.ts';

/** What a test does where no mutant is in force. */
export interface Ran {
  readonly reached: readonly number[];
  readonly steps: number;
  readonly ms: number;
}

export interface KeptTest {
  readonly name: string;
  readonly file: string;
  readonly ran: Ran;
  readonly run: () => Promise<void>;
}

interface Kept {
  readonly tests: Map<string, KeptTest>;
  failed: string | null;
  /** Whether tests are run by what follows here and no longer by Vitest. */
  again: boolean;
}

const KEY = Symbol.for('gitnomic.mutants.tests');
const shared = globalThis as { [KEY]?: Kept };
export const kept: Kept = (shared[KEY] ??= {
  tests: new Map(),
  failed: null,
  again: false,
});

export function nameOf(task: RunnerTestCase): string {
  // Tests of one table may have the same name.
  return `${task.file.name} > ${task.fullTestName} (${task.id})`;
}

/** A test as Vitest would run it: with what goes before each, and after. */
export function runnable(task: RunnerTestCase): () => Promise<void> {
  const run = TestRunner.getTestFn(task);
  const suites: RunnerTestSuite[] = [];
  for (let suite = task.suite ?? task.file; ; suite = suite.suite ?? task.file) {
    suites.unshift(suite);
    if (suite === task.file || suites.length > 20) break;
  }
  if (suites[0] !== task.file) suites.unshift(task.file);
  const before = suites.flatMap((suite) => TestRunner.getSuiteHooks(suite).beforeEach ?? []);
  return async () => {
    const after: (() => unknown)[] = [];
    for (const hook of before) {
      const undo: unknown = await (hook as (context: unknown, suite: unknown) => unknown)(
        task.context,
        task.suite,
      );
      if (typeof undo === 'function') after.unshift(undo as () => unknown);
    }
    try {
      await run();
    } finally {
      for (const undo of after) await undo();
    }
  };
}

/** Runs a test with a mutant in force; whether it passes. */
export async function passes(test: KeptTest, mutant: number): Promise<boolean> {
  state.on = mutant;
  state.steps = 0;
  state.mostSteps = test.ran.steps * 4 + 100_000;
  try {
    await test.run();
    return true;
  } catch {
    return false;
  } finally {
    state.on = -1;
    state.mostSteps = Infinity;
  }
}
