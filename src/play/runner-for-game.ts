import type { Caches } from '../cache/caches.ts';
import type { Manifest } from '../kernel/manifest.ts';
import { isolatedSandbox } from '../sandbox/isolated-sandbox.ts';
import type { Runner } from '../sandbox/runner.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { DEFAULT_LIMITS, type SandboxHost } from '../sandbox/host.ts';
import { imageOfRules } from './rules-image.ts';
import type { PlayOptions } from './play-options.ts';

/** A sandbox for a game. */
export interface ForGame {
  readonly runner: Runner;
  /** The parsed rules of the game, where they are in force in it already. */
  readonly inForce: Manifest | null;
  /** Whether no game has been played in it yet. */
  readonly isNew: boolean;
}

export async function runnerFor(host: SandboxHost, options: PlayOptions, caches: Caches): Promise<ForGame> {
  const runner = await takeOrMake(host, options, caches);
  // A rehearsal in the middle of something can't wait for a memory to be made.
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
  if (options.runner !== undefined) return { runner: options.runner(host), inForce: null, isNew: false };
  const { sandboxes, pool } = caches;
  if (options.inPlay !== undefined) {
    const { sandbox, manifest, model } = options.inPlay;
    caches.once(manifest, 'model', () => model);
    sandbox.serve(host);
    return { runner: sandbox, inForce: manifest, isNew: false };
  }
  const free = pool.take(host, { limits, isolated, edition: options });
  if (free !== null) return { runner: free.sandbox, inForce: free.inForce, isNew: false };
  const kept = imageOfRules(options, limits, caches);
  const resume = kept?.image ?? null;
  if (kept !== null) caches.once(kept.manifest, 'model', () => kept.model);
  if (isolated !== false) {
    const { sources } = sandboxes;
    const known = resume === null ? sources.made(options.files) : sources.known(options.files);
    const { runner, resumed } = await isolatedSandbox({ host, limits, resume, known, work: sandboxes.work });
    return { runner, inForce: resumed && kept !== null ? kept.manifest : null, isNew: !resumed };
  }
  const resumed = resume === null ? null : await Sandbox.resume(host, limits, resume, sandboxes);
  if (resumed !== null && kept !== null) return { runner: resumed, inForce: kept.manifest, isNew: false };
  return { runner: await Sandbox.create(host, limits, sandboxes), inForce: null, isNew: true };
}
