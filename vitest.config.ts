import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { LongestFirst } from './test/longest-first.ts';
import { PARTLY_SLOW, SLOW_TESTS } from './test/slow-tests.ts';
import { bundledThreads } from './test/starter/bundled-threads.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** One worker per core, since more than cores only makes each slower; at most six, since each takes a gigabyte or two. */
const workers = Math.min(Math.max(availableParallelism(), 2), 6);

const SLOW_MS = 240_000;
/**
 * On a quiet machine one test of `npm test` takes 13 seconds and no other 10; a busy machine takes five times as long. A test that needs
 * more has a limit of its own, and `test/patience.test.ts` names it.
 */
const QUICK_MS = process.env['GITNOMIC_SLOW'] === undefined ? 90_000 : SLOW_MS;

/**
 * These unit tests use whole games: they need Git, a disk, a forge or processes, and take as long as those
 * do. Others run a sandbox until its time or memory ends.
 */
const ofWholeGames = [
  'src/addons/reader-checks/published.test.ts',
  'src/{care,host,rehearse,repository,seat,tick}/**/*.test.ts',
  'src/cli/{commands,home,local,program}/**/*.test.ts',
  'src/cli/game-commands.test.ts',
  'src/forge/embedded/**/*.test.ts',
  'src/sandbox/{exhausted,loops}.test.ts',
  'src/site/{home,prepare}/**/*.test.ts',
];

/** Uses packages as players have them. Some, such as those that parse Markdown, have a slower variant for development. */
const asInstalled = {
  name: 'as-installed',
  configResolved({ ssr }: { readonly ssr: { readonly resolve?: { conditions?: string[] } } }): void {
    if (ssr.resolve?.conditions === undefined) return;
    ssr.resolve.conditions = ssr.resolve.conditions.filter((one) => one !== 'development|production');
  },
};

export default defineConfig({
  resolve: {
    alias: [
      { find: 'gitnomic/rules', replacement: fromRoot('./src/rules/index.ts') },
      { find: /^#core\//, replacement: fromRoot('./content/library/core/helpers/') },
    ],
  },
  cacheDir: fromRoot('./.cache/vite'),
  plugins: [asInstalled, bundledThreads(import.meta.dirname)],
  test: {
    pool: 'forks',
    globalSetup: fromRoot('./test/temporary-folder.ts'),
    setupFiles: [fromRoot('./test/starter/start-small.ts')],
    sequence: { sequencer: LongestFirst },
    maxWorkers: workers,
    // Files of one worker share their modules, because loading remark, Git and QuickJS again for each took a third of the time.
    isolate: false,
    // Compiling hundreds of sources takes longer than most tests of one folder, and hardly any of them change between two runs.
    fsModuleCache: true,
    fsModuleCachePath: fromRoot('./.cache/modules'),
    testTimeout: QUICK_MS,
    hookTimeout: QUICK_MS,
    expect: { poll: { timeout: 60_000 } },
    // A missing golden file fails; `npx vitest run PATH -u` writes it.
    update: 'none',
    // All tests run in the same time zone and without colours, regardless of the terminal.
    env: { TZ: 'UTC', NO_COLOR: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ofWholeGames, ...SLOW_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts', 'scripts/**/*.test.ts', 'content/**/*.test.ts', ...ofWholeGames],
          exclude: ['**/node_modules/**', ...SLOW_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...SLOW_TESTS, ...(process.env['GITNOMIC_SLOW'] === undefined ? PARTLY_SLOW : [])],
          // Some of these play for a minute.
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
          env: { GITNOMIC_SLOW: 'yes' },
        },
      },
    ],
  },
});
