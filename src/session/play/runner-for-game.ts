import type { Caches } from '../../cache/caches.ts';
import { type Runner, Sandbox } from '../../sandbox/sandbox.ts';
import { DEFAULT_LIMITS, type SandboxHost } from '../../sandbox/host.ts';
import type { RulesInForce } from '../../sandbox/sandbox-pool.ts';
import type { PlayOptions } from './play-options.ts';

interface ForGame {
  readonly runner: Runner;
  readonly inForce: RulesInForce | null;
}

export async function runnerFor(host: SandboxHost, options: PlayOptions, caches: Caches): Promise<ForGame> {
  const { limits = DEFAULT_LIMITS, trial = false, runner: own = caches.runner } = options;
  if (own !== undefined) return { runner: own(host), inForce: null };
  const { sandboxes, pool } = caches;
  const { last } = sandboxes;
  const free = pool.take(host, { limits, trial, edition: options });
  const runner = free?.sandbox ?? (await Sandbox.create(host, limits, sandboxes));
  // A rehearsal may break the memory in which it runs, so a trial never shares memory with one.
  if (trial) sandboxes.last = last;
  // A rehearsal can't wait for memory while it runs, so the memory is made now. A trial also compares the rules before and after.
  try {
    await Sandbox.prepare(sandboxes, trial ? 2 : 1);
  } catch (error) {
    runner.dispose();
    throw error;
  }
  return { runner, inForce: free?.inForce ?? null };
}
