import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { emptyState } from '../kernel/state.ts';
import { DEFAULT_LIMITS } from './host.ts';
import { Sandbox } from './sandbox.ts';

const HOST = { draw: () => 1, ledger: { length: 0, at: () => null } };

test('a sandbox reuses the memory that a disposed one left', async () => {
  const filled = (sandbox: Sandbox): number => {
    sandbox.load({ ...emptyState(), game: { story: 'x'.repeat(3_000_000) } });
    const { heapBytes } = sandbox;
    sandbox.dispose();
    return heapBytes;
  };
  const alone = filled(await Sandbox.create(HOST, DEFAULT_LIMITS, caches.sandboxes));
  // The new sandbox takes some memory itself, beside the leftovers of the first.
  expect(filled(Sandbox.another(HOST, caches.sandboxes))).toBeLessThan(alone + 1_500_000);
  expect(filled(Sandbox.another(HOST, caches.sandboxes))).toBeLessThan(alone + 1_500_000);
});
