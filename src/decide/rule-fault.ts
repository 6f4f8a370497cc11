import type { RefusalData } from '../kernel/refusal.ts';
import type { TimeFault } from '../kernel/times.ts';
import { sayFault } from '../play/say-fault.ts';
import { SandboxError } from '../sandbox/host.ts';

/** Says which rule fails when it is asked about a matter, at which line, and what anybody can do; null where none does. */
export function ruleFaultOf(id: string, ask: (...path: readonly string[]) => unknown): string | null {
  try {
    const faults = ask('faults', id) as Readonly<Record<string, RefusalData>> | undefined;
    const fault = faults?.[id];
    return typeof fault?.reason === 'string' ? sayFault(fault) : null;
  } catch (error) {
    // A clause that goes round for ever is stopped, and that is what is told of it.
    if (!(error instanceof SandboxError)) throw error;
    return sayFault({ reason: error.message, rule: error.rule });
  }
}

/** Says which acts of rules at a time fail, or fail to be told, a sentence each. */
export function timeFaultsOf(ask: (...path: readonly string[]) => unknown): readonly string[] {
  try {
    const found = ask('failing');
    return (Array.isArray(found) ? (found as readonly TimeFault[]) : []).map(
      ({ title, fault, isDue }) =>
        `${title}: ${isDue ? sayFault(fault, 'it is due and can’t be done') : sayFault(fault)}`,
    );
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return [sayFault({ reason: error.message, rule: error.rule })];
  }
}
