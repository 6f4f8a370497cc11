import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { plan } from './plan.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { mutated, tests, games, without } = plan();
const DRIVE = fromRoot('scripts/mutants/drive.ts');

/** The folder's tests, then the games, and the one last that runs them all again. */
class DriveLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      if (moduleId === DRIVE) return 2;
      return games.some((one) => moduleId.includes(one)) ? 1 : 0;
    };
    return [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** The tests of one folder in one process, with its sources as `scripts/mutants.ts` has mutated them. */
export default defineConfig({
  root: fromRoot(''),
  cacheDir: fromRoot('.cache/mutants'),
  resolve: {
    alias: [
      { find: 'gitnomic/rules', replacement: fromRoot('src/rules/index.ts') },
      { find: /^#core\//u, replacement: fromRoot('content/library/core/helpers/') },
    ],
  },
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: (id) => mutated[id] ?? null,
      // What Vitest keeps of a file goes by the file’s own text, and would be of other mutants.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => mutated[id] ?? null),
    },
  ],
  test: {
    include: [...tests, ...games, relative(fromRoot(''), DRIVE)],
    ...(without === null ? {} : { testNamePattern: new RegExp(`^(?!.*(?:${without}))`, 'u') }),
    setupFiles: [fromRoot('scripts/mutants/note-tests.ts')],
    sequence: { sequencer: DriveLast },
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    // Without a limit a test can be run again by calling it.
    testTimeout: 0,
    hookTimeout: 0,
    update: 'none',
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
