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
  const breaks = (others: readonly string[]): SandboxError | null => {
    try {
      sandbox.due(at, [...stuck, ...others], [...stuck.aside]);
      return null;
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return error;
    }
  };
  // If it fails without any matter, a scheduled action is to blame, and is reported elsewhere.
  if (breaks(ids) !== null) return null;
  for (const matter of ids) {
    const error = breaks(ids.filter((id) => id !== matter));
    if (error === null) continue;
    const { message: reason, rule, where } = error;
    return { matter, reason: sayFault({ reason, rule, ...(where === undefined ? {} : { where }) }) };
  }
  return null;
}
