import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

// Stryker runs it in a copy of the project.
const fromRoot = (path: string): string => join(process.cwd(), path);

/** The tests of the folder that is mutated, in one thread. */
export default defineConfig({
  root: process.cwd(),
  resolve: {
    alias: [
      { find: 'gitnomic/rules', replacement: fromRoot('src/rules/index.ts') },
      { find: /^#core\//u, replacement: fromRoot('content/library/core/helpers/') },
    ],
  },
  test: {
    include: (process.env['GITNOMIC_MUTANTS_TESTS'] ?? '').split('\n'),
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    update: 'none',
    // Code that counts what is reached is several times slower; what goes round for ever is stopped by Stryker.
    testTimeout: 60_000,
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
