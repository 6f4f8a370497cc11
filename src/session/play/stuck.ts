import { isFault, type RefusalData } from '../../kernel/refusal.ts';
import { SandboxError } from '../../sandbox/host.ts';
import type { Runner } from '../../sandbox/sandbox.ts';
import { sayFault } from '../../wording/rule-fault.ts';

/** Due matters that could not be resolved and aren't tried again for now. */
export class Stuck extends Set<string> {
  /** Matters that a failing clause holds up. Other matters don't wait for these. */
  readonly aside = new Set<string>();

  note(matter: string, refusal: Pick<RefusalData, 'code'> | null): void {
    this.add(matter);
    if (refusal === null || isFault(refusal)) this.aside.add(matter);
  }

  /** The same with other matters that aren't tried either. */
  with(others: Iterable<string>): Stuck {
    const all = new Stuck([...this, ...others]);
    for (const matter of this.aside) all.aside.add(matter);
    return all;
  }

  override clear(): void {
    super.clear();
    this.aside.clear();
  }
}

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
