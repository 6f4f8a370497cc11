import { expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { runScenario } from '../../src/scenario/run.ts';
import { UNPLAYED } from './unplayed.ts';

/**
 * All of them are played on the bare kernel, in `src/scenario/on-kernel`. On a forge, with Git and in the sandbox, all are in
 * the long suite, and else those that the kernel alone can't play to their end and one in ninety-six of the rest.
 */
const ALL = process.env['GITNOMIC_SCENARIOS'] === 'all';
const ONE_OF = 96;

/** Every scenario of the library is in exactly one shard, so that they run side by side. */
export function runShard(shard: number, shards: number): void {
  const library = shippedLibrary;
  const files = Array.from(library.keys())
    .filter((path) => /(^|\/)scenarios\/.*\.ya?ml$/.test(path))
    .filter((path, index) => ALL || index % ONE_OF === 0 || path in UNPLAYED);
  const mine = files.filter((_, index) => index % shards === shard);
  test.each(mine)('%s', async (file) => {
    const { failures } = await runScenario(
      `content/library/${file}`,
      library.get(file) ?? '',
      library,
      caches,
    );
    expect(
      failures.map(
        ({ core, step, message }) => `core ${core}, ${step === null ? 'end' : `step ${step}`}: ${message}`,
      ),
    ).toEqual([]);
  });
  test('there are scenarios to run', () => {
    expect(mine.length).toBeGreaterThan(0);
  });
}
