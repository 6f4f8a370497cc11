import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { DEFAULT_LIMITS, type Limits } from './host.ts';
import { SandboxPool } from './sandbox-pool.ts';
import { Sandbox } from './sandbox.ts';

const NOTHING = { files: new Map<string, string>(), terms: PLAIN_TERMS };
const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
const pool = new SandboxPool();
const take = (limits: Limits, trial = false): ReturnType<SandboxPool['take']> =>
  pool.take(host, { limits, trial, edition: NOTHING });

test('a sandbox is reused only by a game with exactly the same limits', async () => {
  const sandbox = await Sandbox.create(host, { ...DEFAULT_LIMITS, polls: 77 }, caches.sandboxes);
  pool.giveBack(sandbox, false, null);
  expect(take({ ...DEFAULT_LIMITS, polls: 78 })).toBeNull();
  expect(take({ ...DEFAULT_LIMITS, polls: 77, patienceMs: 5 })).toBeNull();
  const again = take({ ...DEFAULT_LIMITS, polls: 77 });
  expect(again?.sandbox).toBe(sandbox);
  expect(again?.inForce).toBeNull();
  sandbox.dispose();
});

test('a sandbox used for trials is reused only for trials, and a disposed one never', async () => {
  const limits = { ...DEFAULT_LIMITS, polls: 79 };
  const create = (): Promise<Sandbox> => Sandbox.create(host, limits, caches.sandboxes);
  const [tried, ended] = [await create(), await create()];
  pool.giveBack(tried, true, null);
  ended.dispose();
  pool.giveBack(ended, false, null);
  expect(take(limits)).toBeNull();
  const again = take(limits, true);
  expect(again?.sandbox).toBe(tried);
  again?.sandbox.dispose();
  expect(again?.sandbox.dead).toBe(true);
  expect(() => again?.sandbox.state()).toThrow('must not be used again');
});

test('a sandbox returned twice is lent only once, and a disposed one isn’t lent', async () => {
  const limits = { ...DEFAULT_LIMITS, polls: 81 };
  const sandbox = await Sandbox.create(host, limits, caches.sandboxes);
  pool.giveBack(sandbox, false, null);
  pool.giveBack(sandbox, false, null);
  expect(take(limits)?.sandbox).toBe(sandbox);
  expect(take(limits)).toBeNull();
  pool.giveBack(sandbox, false, null);
  sandbox.dispose();
  sandbox.dispose();
  expect([sandbox.dead, take(limits)]).toEqual([true, null]);
});
