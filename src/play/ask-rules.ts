import { SandboxError } from '../sandbox/host.ts';
import { Endless } from './endless.ts';
import type { Play } from './play.ts';

export type AskRules = (...path: readonly string[]) => unknown;

/** Their callers tell why there is no answer. */
const OF_FAULTS: ReadonlySet<string | undefined> = new Set(['faults', 'failing']);

/** Asks the rules for a look at the game, in which what they don't come back from, or are stopped at, is left out. */
export function askRules(play: Play, now: string): AskRules {
  const endless = new Endless(play);
  return (...path) => {
    try {
      return play.sandbox.dead
        ? undefined
        : endless.ask(path, () => play.query(now, [path])[0]?.value, undefined);
    } catch (error) {
      if (!(error instanceof SandboxError) || OF_FAULTS.has(path[0])) throw error;
      return undefined;
    }
  };
}
