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

type Ask = (...path: readonly string[]) => unknown;

const NOT_DONE = 'it is due and can’t be done';

/** Says which acts of rules at a time fail, or fail to be told, a sentence each; `coming` has those of which it is known when. */
export function timeFaultsOf(
  ask: Ask,
  coming: readonly Pick<TimeFault, 'id' | 'title'>[],
): readonly string[] {
  try {
    return faultsIn(ask('failing'));
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const alone = coming.flatMap(({ id, title }) => timeFaultAlone(ask, id, title));
    return alone.length > 0 ? alone : [sayFault({ reason: error.message, rule: error.rule })];
  }
}

/** One act goes round for ever, so that each is tried alone. */
function timeFaultAlone(ask: Ask, id: string, title: string): readonly string[] {
  try {
    return faultsIn(ask('failing', id));
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return [`${title}: ${sayFault({ reason: error.message, rule: error.rule }, NOT_DONE)}`];
  }
}

function faultsIn(found: unknown): readonly string[] {
  return (Array.isArray(found) ? (found as readonly TimeFault[]) : []).map(
    ({ title, fault, isDue }) => `${title}: ${isDue ? sayFault(fault, NOT_DONE) : sayFault(fault)}`,
  );
}
