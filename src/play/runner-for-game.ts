import { HAS_THREADS } from '#platform/threads.ts';
import type { Caches } from '../cache/caches.ts';
import type { Manifest } from '../kernel/manifest.ts';
import { isolatedSandbox } from '../sandbox/isolated-sandbox.ts';
import type { Runner } from '../sandbox/runner.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { DEFAULT_LIMITS, type SandboxHost } from '../sandbox/host.ts';
import type { PlayOptions } from './play-options.ts';

export interface ForGame {
  readonly runner: Runner;
  /** The parsed rules, if they are already in force in the sandbox. */
  readonly inForce: Manifest | null;
}

export async function runnerFor(host: SandboxHost, options: PlayOptions, caches: Caches): Promise<ForGame> {
  const runner = await takeOrMake(host, options, caches);
  // A rehearsal can't wait for memory in the middle of its work, so it is made now.
  try {
    if (options.runner === undefined) await Sandbox.prepare(caches.sandboxes);
  } catch (error) {
    runner.runner.dispose();
    throw error;
  }
  return runner;
}

async function takeOrMake(host: SandboxHost, options: PlayOptions, caches: Caches): Promise<ForGame> {
  const { limits = DEFAULT_LIMITS, isolated = false } = options;
  if (options.runner !== undefined) return { runner: options.runner(host), inForce: null };
  const { sandboxes, pool } = caches;
  const free = pool.take(host, { limits, isolated, edition: options });
  if (free !== null) return { runner: free.sandbox, inForce: free.inForce };
  if (isolated === false || !HAS_THREADS)
    return { runner: await Sandbox.create(host, limits, sandboxes), inForce: null };
  const known = sandboxes.sources.made(options.files);
  const { runner } = await isolatedSandbox({ host, limits, known });
  return { runner, inForce: null };
}
