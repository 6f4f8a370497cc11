import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runScenarioOn } from '../../src/rehearse/scenarios/run-on.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { HAS_TIME, some } from '../slowly.ts';
import { UNPLAYED } from './unplayed.ts';

/** Each third one in `npm test`, and all of them among the slow tests. */
const files = some(
  [...shippedLibrary].filter(([path]) => /(^|\/)scenarios\/.*\.ya?ml$/u.test(path)),
  3,
);
const driver = onKernel();
const unplayed = new Map<string, string>();

test.each(files)('%s', async (file, text) => {
  const result = await runScenarioOn(driver, file, text, { library: shippedLibrary, caches });
  for (const { reason } of result.unplayed) unplayed.set(file, reason);
  const said = result.failures.map(({ core, step, message }) => `core ${core}, ${step ?? 'end'}: ${message}`);
  expect(said).toEqual([]);
});

test.runIf(HAS_TIME)(
  `all of ${files.length} scenarios are played, except ${Object.keys(UNPLAYED).join(', ')}`,
  () => {
    expect(files.length).toBeGreaterThan(500);
    expect(Object.fromEntries(unplayed)).toEqual(UNPLAYED);
  },
);
