// Set up before each file of tests: notes what each test reaches, and keeps it to be run again.
import { afterEach, beforeEach, TestRunner } from 'vitest';

import { knownRuns } from './plan.ts';
import { state } from './switch.ts';
import { kept, nameOf, runnable } from './tests.ts';

let began = 0;

beforeEach(({ task, skip }) => {
  if (kept.again) return;
  const name = nameOf(task);
  const ran = knownRuns()[name];
  if (ran !== undefined) {
    kept.tests.set(name, { name, file: task.file.filepath, ran, run: runnable(task) });
    skip();
  }
  state.reached = new Set();
  state.steps = 0;
  began = performance.now();
});

afterEach(({ task }) => {
  if (kept.again) return;
  const name = nameOf(task);
  if (task.result?.state === 'fail') kept.failed = `${name}: ${task.result.errors?.[0]?.message ?? ''}`;
  const reached = [...(state.reached ?? [])];
  state.reached = new Set();
  if (reached.length === 0 || kept.tests.has(name) || TestRunner.getTestFn(task) === undefined) return;
  const ran = { reached, steps: state.steps, ms: performance.now() - began };
  kept.tests.set(name, { name, file: task.file.filepath, ran, run: runnable(task) });
});
