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
      // All files but one are the same in each trial, so they are compiled once.
      fsModuleCache: true,
      fsModuleCachePath: new URL('../../.cache/modules', import.meta.url).pathname,
      setupFiles: [new URL('note-reached.ts', import.meta.url).pathname],
    },
  },
);
