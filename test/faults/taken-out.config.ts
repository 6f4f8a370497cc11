import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** One source without a feature, as `run-without.ts` hands it over. */
const { file, text } = JSON.parse(process.env['GITNOMIC_WITHOUT'] ?? '{}') as {
  file?: string;
  text?: string;
};
const path = fromRoot(file ?? '');

export default defineConfig({
  root: fromRoot(''),
  cacheDir: fromRoot('.cache/taken-out'),
  resolve: {
    alias: [
      { find: 'gitnomic/rules', replacement: fromRoot('src/rules/index.ts') },
      { find: /^#core\//u, replacement: fromRoot('content/library/core/helpers/') },
    ],
  },
  plugins: [
    {
      name: 'without a feature',
      enforce: 'pre',
      load: (id) => (id === path ? (text ?? null) : null),
      // What Vitest keeps of a file goes by the file’s own text.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (id === path ? (text ?? null) : null)),
    },
  ],
  test: {
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    update: 'none',
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
