import { expect, test } from 'vitest';

import { emptyState } from '../kernel/state.ts';
import { DEFAULT_LIMITS } from './host.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';

const HOST = { draw: () => 1, ledger: { length: 0, at: () => null } };

test('one that shares the memory of one that is gone has the room that this one had', async () => {
  const caches = new SandboxCaches();
  const filled = (sandbox: Sandbox): number => {
    sandbox.load({ ...emptyState(), game: { story: 'x'.repeat(8_000_000) } });
    const { heapBytes } = sandbox;
    sandbox.dispose();
    return heapBytes;
  };
  const alone = filled(await Sandbox.create(HOST, DEFAULT_LIMITS, caches));
  // The new sandbox takes some memory itself, beside the leftovers of the first.
  expect(filled(Sandbox.another(HOST, caches))).toBeLessThan(alone + 4_000_000);
  expect(filled(Sandbox.another(HOST, caches))).toBeLessThan(alone + 4_000_000);
});
