import type { Sandbox } from './sandbox.ts';
import type { Limits, SandboxHost } from './host.ts';

const MOST_KEPT = 3;
const kept: Sandbox[] = [];

/**
 * A sandbox whose engine is loaded already, or null where none is free. Clauses that it has seen are known to it by their
 * content, so that putting the same rules in force again costs little.
 */
export function takeFree(host: SandboxHost, limits: Limits): Sandbox | null {
  const place = kept.findIndex((one) => one.limits === limits);
  if (place < 0) return null;
  const [sandbox] = kept.splice(place, 1) as [Sandbox];
  sandbox.serve(host);
  return sandbox;
}

/** Done with it: it is kept for the next game if it is as good as new. */
export function giveBack(sandbox: Sandbox): void {
  if (sandbox.dead || kept.length >= MOST_KEPT || sandbox.heapBytes > sandbox.limits.memoryBytes / 2) {
    sandbox.dispose();
    return;
  }
  sandbox.clear();
  kept.push(sandbox);
}
