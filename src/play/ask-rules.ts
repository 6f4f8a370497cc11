import { SandboxError } from '../sandbox/host.ts';
import { CallGuard } from './call-guard.ts';
import type { Play } from './play.ts';

export type AskRules = (...path: readonly string[]) => unknown;

/** Callers of these report the reason themselves. */
const OF_FAULTS: ReadonlySet<string | undefined> = new Set(['faults', 'failing']);

/** Asks the rules for display only, and leaves out questions that don't finish or get stopped. */
export function askRules(play: Play, now: string): AskRules {
  const guard = new CallGuard(play);
  return (...path) => {
    const ask = (): unknown => (play.sandbox.dead ? undefined : play.query(now, [path])[0]?.value);
    if (OF_FAULTS.has(path[0])) return guard.askOrThrow(path, ask);
    try {
      return guard.ask(path, ask, undefined);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return undefined;
    }
  };
}
