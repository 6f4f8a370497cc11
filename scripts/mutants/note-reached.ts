// Runs before each test file of a trial run that finds out which functions each file calls.
import { appendFileSync } from 'node:fs';

import { afterAll, beforeAll, expect } from 'vitest';

declare global {
  var reached: Set<string> | undefined;
}

let start = 0;
beforeAll(() => {
  start = performance.now();
});
afterAll(() => {
  const path = process.env['GITNOMIC_REACHED'];
  if (path === undefined) return;
  const { testPath = '' } = expect.getState();
  appendFileSync(
    path,
    `${JSON.stringify({ file: testPath, ms: performance.now() - start, reached: [...(globalThis.reached ?? [])] })}\n`,
  );
  globalThis.reached?.clear();
});
globalThis.reached ??= new Set();
