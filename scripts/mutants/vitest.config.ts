import { mergeConfig } from 'vitest/config';

import usual from '../../vitest.config.ts';

// Merges all projects into one, so that a room's tests run regardless of their project.
const { projects: _, ...test } = usual.test ?? {};
export default mergeConfig(
  { ...usual, test },
  {
    test: {
      root: new URL('../..', import.meta.url).pathname,
      maxWorkers: 1,
      // On a busy machine a test would time out, and the fault would seem to be noticed. Endless loops end by their processor time.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      setupFiles: [new URL('note-reached.ts', import.meta.url).pathname],
    },
  },
);
