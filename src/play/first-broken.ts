import { SandboxError } from '../sandbox/host.ts';
import { sayFault } from './say-fault.ts';
import type { Runner } from '../sandbox/runner.ts';

/**
 * The rules were stopped at a question about some matter: found out one by one it is known which, and the others can go on.
 * Null where it is none of them alone.
 */
export function firstBroken(
  sandbox: Runner,
  at: string,
  stuck: ReadonlySet<string>,
): { readonly matter: string; readonly reason: string } | null {
  const pending = Object.values(sandbox.state().posts).filter(({ status }) => status === 'pending');
  const ids = pending.map(({ id }) => id).filter((id) => !stuck.has(id));
  for (const matter of ids) {
    try {
      sandbox.due(at, [...stuck, ...ids.filter((id) => id !== matter)]);
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
