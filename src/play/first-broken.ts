import { SandboxError } from '../sandbox/host.ts';
import { sayFault } from './say-fault.ts';
import type { Stuck } from './stuck.ts';
import type { Runner } from '../sandbox/runner.ts';

/**
 * Asks about each matter alone to find the one at which the rules were stopped, so that the others can go on. Null if
 * no single one is to blame.
 */
export function firstBroken(
  sandbox: Runner,
  at: string,
  stuck: Stuck,
): { readonly matter: string; readonly reason: string } | null {
  const pending = Object.values(sandbox.state().posts).filter(({ status }) => status === 'pending');
  const ids = pending.map(({ id }) => id).filter((id) => !stuck.has(id));
  for (const matter of ids) {
    try {
      sandbox.due(at, [...stuck, ...ids.filter((id) => id !== matter)], [...stuck.aside]);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return {
        matter,
        reason: sayFault({
          reason: error.message,
          rule: error.rule,
          ...(error.where === undefined ? {} : { where: error.where }),
        }),
      };
    }
  }
  return null;
}
