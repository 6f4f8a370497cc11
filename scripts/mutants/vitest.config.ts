import { mergeConfig } from 'vitest/config';

import usual from '../../vitest.config.ts';

// As usual, in one project, so that the tests of a room run whatever project they are of.
const { projects: _, ...test } = usual.test ?? {};
export default mergeConfig(
  { ...usual, test },
  {
    test: {
      root: new URL('../..', import.meta.url).pathname,
      maxWorkers: 1,
      setupFiles: [new URL('note-reached.ts', import.meta.url).pathname],
    },
  },
);
