import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const mutated = JSON.parse(readFileSync(process.env['GITNOMIC_MUTATED'] ?? '', 'utf8')) as Record<
  string,
  string
>;

/** The tests of one folder, with its sources as `scripts/mutants.ts` has mutated them. */
export default defineConfig({
  root: fromRoot(''),
  resolve: {
    alias: [
      { find: 'gitnomic/rules', replacement: fromRoot('src/rules/index.ts') },
      { find: /^#core\//u, replacement: fromRoot('content/library/core/helpers/') },
    ],
  },
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => mutated[id] ?? null }],
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: [fromRoot('scripts/mutants/note-reached.ts')],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    update: 'none',
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
