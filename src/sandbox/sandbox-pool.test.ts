import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { DEFAULT_LIMITS } from './host.ts';
import { giveBack, takeFree } from './sandbox-pool.ts';
import { Sandbox } from './sandbox.ts';

const NOTHING = { files: new Map<string, string>(), terms: PLAIN_TERMS };
const host = { draw: () => 1, ledger: { length: 0, at: () => null } };

test('a sandbox is taken again by a game whose limits are the same numbers, and by no other', async () => {
  const sandbox = await Sandbox.create(host, { ...DEFAULT_LIMITS, polls: 77 });
  giveBack(sandbox, null);
  expect(takeFree(host, { ...DEFAULT_LIMITS, polls: 78 }, NOTHING)).toBeNull();
  expect(takeFree(host, { ...DEFAULT_LIMITS, polls: 77, patienceMs: 5 }, NOTHING)).toBeNull();
  const again = takeFree(host, { ...DEFAULT_LIMITS, polls: 77 }, NOTHING);
  expect(again?.sandbox).toBe(sandbox);
  expect(again?.inForce).toBeNull();
  sandbox.dispose();
});
