import type { Manifest } from '../kernel/manifest.ts';
import { takeFree } from '../sandbox/sandbox-pool.ts';
import { isolatedSandbox } from '../sandbox/isolated-sandbox.ts';
import type { Runner } from '../sandbox/runner.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { DEFAULT_LIMITS, type SandboxHost } from '../sandbox/host.ts';
import { imageOfRules } from './kept/rules-image.ts';
import type { PlayOptions } from './play-types.ts';
import { moduleSources } from './ruleset-sources.ts';

/** A sandbox for a game. */
export interface ForGame {
  readonly runner: Runner;
  /** How the game's rules were read, where they are in force in it already. */
  readonly inForce: Manifest | null;
  /** Whether no game has been played in it yet. */
  readonly isNew: boolean;
}

export async function runnerFor(host: SandboxHost, options: PlayOptions): Promise<ForGame> {
  const { limits = DEFAULT_LIMITS, isolated = false } = options;
  const free = takeFree(host, { limits, isolated, edition: options });
  // For trials, which are made in the middle of something that can't wait.
  if (free !== null || isolated !== false) await Sandbox.prepare();
  if (free !== null) return { runner: free.sandbox, inForce: free.inForce, isNew: false };
  const kept = imageOfRules(options, limits);
  const resume = kept === null ? null : { image: kept.image, sources: moduleSources(options.files) };
  if (isolated !== false) {
    const { runner, resumed } = await isolatedSandbox({ host, limits, resume });
    return { runner, inForce: resumed && kept !== null ? kept.manifest : null, isNew: !resumed };
  }
  const resumed = resume === null ? null : await Sandbox.resume(host, limits, resume);
  if (resumed !== null && kept !== null) return { runner: resumed, inForce: kept.manifest, isNew: false };
  return { runner: await Sandbox.create(host, limits), inForce: null, isNew: true };
}
